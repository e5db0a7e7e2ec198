ALTER TABLE "customer_order" ADD COLUMN "invoice_prefix" text DEFAULT 'KW' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "credit_note_prefix" text DEFAULT 'CN' NOT NULL;