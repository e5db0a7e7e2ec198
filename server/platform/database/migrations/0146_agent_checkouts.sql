CREATE TABLE "agent_cart" (
	"id" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"email" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_checkout" (
	"id" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"email" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"version" text NOT NULL,
	"webhook_url" text,
	"cart_id" text,
	"content" jsonb,
	"canceled_at" timestamp with time zone,
	"customer_id" bigint,
	"order_id" bigint,
	"placed" jsonb
);
--> statement-breakpoint
ALTER TABLE "agent_checkout" ADD CONSTRAINT "agent_checkout_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_checkout" ADD CONSTRAINT "agent_checkout_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_cart_expires_at_index" ON "agent_cart" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "agent_cart_email_index" ON "agent_cart" USING btree ("email");--> statement-breakpoint
CREATE INDEX "agent_checkout_expires_at_index" ON "agent_checkout" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "agent_checkout_email_index" ON "agent_checkout" USING btree ("email");--> statement-breakpoint
CREATE INDEX "agent_checkout_cart_id_index" ON "agent_checkout" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "agent_checkout_customer_id_index" ON "agent_checkout" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "agent_checkout_order_id_index" ON "agent_checkout" USING btree ("order_id");