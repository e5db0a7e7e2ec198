ALTER TABLE "parcel_booking" ADD COLUMN "tracking_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "parcel_scan" ADD COLUMN "applied_at" timestamp with time zone;