ALTER TABLE "product" ADD COLUMN "shown_variant_id" bigint;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "shown_size" text;