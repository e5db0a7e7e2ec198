ALTER TABLE "courier_service" ADD COLUMN "alcohol_free_prepaid" boolean;--> statement-breakpoint
ALTER TABLE "courier_service" ADD COLUMN "alcohol_free_cod" boolean;