ALTER TABLE "product" ADD COLUMN "origin_place" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "origin_plant" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "origin_story" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "wear_with" jsonb DEFAULT '[]'::jsonb NOT NULL;