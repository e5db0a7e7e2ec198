CREATE TABLE "order_exchange" (
	"return_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "order_exchange_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
CREATE TABLE "order_return_parcel" (
	"return_id" bigint PRIMARY KEY NOT NULL,
	"shipment_id" bigint NOT NULL,
	CONSTRAINT "order_return_parcel_shipment_id_unique" UNIQUE("shipment_id")
);
--> statement-breakpoint
ALTER TABLE "order_edit" ADD COLUMN "acceptance" jsonb;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "exchanged_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "exchange_delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_exchange" ADD CONSTRAINT "order_exchange_return_id_order_return_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."order_return"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_exchange" ADD CONSTRAINT "order_exchange_order_item_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_item"("order_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_return_parcel" ADD CONSTRAINT "order_return_parcel_return_id_order_return_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."order_return"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_return_parcel" ADD CONSTRAINT "order_return_parcel_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_exchange_return_id_index" ON "order_exchange" USING btree ("return_id");--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_exchanged_paise_check" CHECK ("customer_order"."exchanged_paise" between 0 and "customer_order"."total_paise" - "customer_order"."advance_paise") NOT VALID;