CREATE TABLE "courier_label" (
	"booking_id" bigint PRIMARY KEY NOT NULL,
	"pdf" "bytea" NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "courier_label" ADD CONSTRAINT "courier_label_booking_id_parcel_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."parcel_booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- contract: needs 0152_couriers
-- Nothing has ever written or read it.
ALTER TABLE "parcel_booking" DROP COLUMN "label_path";