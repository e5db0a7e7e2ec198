CREATE TABLE "feed_visit" (
	"channel" text PRIMARY KEY NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "category" ADD COLUMN "google_category" text;