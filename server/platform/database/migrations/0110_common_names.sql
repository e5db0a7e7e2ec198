ALTER TABLE "category" ADD COLUMN "common_name" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "common_name" text;