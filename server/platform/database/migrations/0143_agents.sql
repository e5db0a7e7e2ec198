CREATE TABLE "agent_platform" (
	"origin" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'seen' NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"signed_at" timestamp with time zone,
	CONSTRAINT "agent_platform_state_check" CHECK ("agent_platform"."state" in ('seen', 'allowed', 'blocked'))
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"kid" text PRIMARY KEY NOT NULL,
	"private_key" text NOT NULL,
	"public_key" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "agent_origin" text;--> statement-breakpoint
CREATE INDEX "agent_platform_last_seen_at_index" ON "agent_platform" USING btree ("last_seen_at");