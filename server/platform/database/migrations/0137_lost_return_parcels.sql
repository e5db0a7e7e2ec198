CREATE TABLE "order_return_missed_parcel" (
	"shipment_id" bigint PRIMARY KEY NOT NULL,
	"return_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_return_missed_parcel" ADD CONSTRAINT "order_return_missed_parcel_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_return_missed_parcel" ADD CONSTRAINT "order_return_missed_parcel_return_id_order_return_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."order_return"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_return_missed_parcel_return_id_index" ON "order_return_missed_parcel" USING btree ("return_id");