CREATE TABLE "printed_label" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"collects_paise" integer NOT NULL,
	"printed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "printed_label_collects_paise_check" CHECK ("printed_label"."collects_paise" >= 0)
);
--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "advance_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "advance_paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_session" ADD COLUMN "is_advance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "printed_label" ADD CONSTRAINT "printed_label_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_advance_paise_check" CHECK ("customer_order"."advance_paise" between 0 and "customer_order"."total_paise") NOT VALID;