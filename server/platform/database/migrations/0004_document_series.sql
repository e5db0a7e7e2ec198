ALTER TABLE "credit_note_counter" ADD COLUMN "series" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_note_counter" DROP CONSTRAINT "credit_note_counter_pkey";--> statement-breakpoint
ALTER TABLE "credit_note_counter" ADD CONSTRAINT "credit_note_counter_year_series_pk" PRIMARY KEY("year","series");--> statement-breakpoint
ALTER TABLE "invoice_counter" ADD COLUMN "series" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_counter" DROP CONSTRAINT "invoice_counter_pkey";--> statement-breakpoint
ALTER TABLE "invoice_counter" ADD CONSTRAINT "invoice_counter_year_series_pk" PRIMARY KEY("year","series");--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "document_series" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_document_numbers_check" CHECK (length("customer_order"."invoice_number") <= 16 and length("customer_order"."credit_note_number") <= 16);
