ALTER TABLE "parcel" ADD COLUMN "size" text;
--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "fills" integer DEFAULT 0 NOT NULL;
