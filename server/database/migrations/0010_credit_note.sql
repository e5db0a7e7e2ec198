CREATE TABLE "credit_note_counter" (
	"year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "credit_note_number" text;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "credited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_creditNoteNumber_unique" UNIQUE("credit_note_number");