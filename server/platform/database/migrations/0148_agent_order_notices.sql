CREATE TABLE "agent_order_notice" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"body_hash" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"error" text,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "agent_order_notice_attempts_check" CHECK ("agent_order_notice"."attempts" >= 0)
);
--> statement-breakpoint
ALTER TABLE "agent_order_notice" ADD CONSTRAINT "agent_order_notice_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_order_notice_failing_index" ON "agent_order_notice" USING btree ("failing_since") WHERE failing_since is not null;