ALTER TABLE "courier_account" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courier_account" ADD COLUMN "warned_at" timestamp with time zone;