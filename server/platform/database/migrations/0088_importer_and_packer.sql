ALTER TABLE "product" ADD COLUMN "packer" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "importer" text;