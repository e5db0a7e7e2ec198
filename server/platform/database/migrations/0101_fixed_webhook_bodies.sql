ALTER TABLE "webhook_delivery" ADD COLUMN "data" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "previous_secret" text;--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "previous_secret_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "warned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;