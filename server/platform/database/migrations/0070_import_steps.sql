ALTER TABLE "product_import" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_import" ADD COLUMN "stop_requested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_import_line" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "product_import_line" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_import" ADD CONSTRAINT "product_import_skipped_check" CHECK ("product_import"."skipped" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "product_import_line" ADD CONSTRAINT "product_import_line_outcome_check" CHECK ("product_import_line"."outcome" in ('stored', 'skipped', 'undone')) NOT VALID;