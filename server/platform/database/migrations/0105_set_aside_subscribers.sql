ALTER TABLE "newsletter_subscriber" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "set_aside_at" timestamp with time zone;