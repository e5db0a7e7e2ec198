ALTER TABLE "shipment" ADD COLUMN "reported_end" text;--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "reported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_reported_end_check" CHECK ("shipment"."reported_end" in ('came_back', 'lost')) NOT VALID;