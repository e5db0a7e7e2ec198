CREATE TABLE "purchase_event" (
	"order_id" bigint NOT NULL,
	"service" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"wording" text NOT NULL,
	"client_id" text,
	"user_agent" text,
	"purchased_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "purchase_event_order_id_service_pk" PRIMARY KEY("order_id","service"),
	CONSTRAINT "purchase_event_service_check" CHECK ("purchase_event"."service" in ('ga4', 'meta'))
);
--> statement-breakpoint
ALTER TABLE "purchase_event" ADD CONSTRAINT "purchase_event_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_event_unsent_consented_at_index" ON "purchase_event" USING btree ("consented_at") WHERE sent_at is null;