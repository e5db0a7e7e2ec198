CREATE TABLE "courier_service" (
	"account_id" bigint NOT NULL,
	"pincode" text NOT NULL,
	"prepaid" boolean,
	"cod" boolean,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "courier_service_account_id_pincode_pk" PRIMARY KEY("account_id","pincode")
);
--> statement-breakpoint
ALTER TABLE "courier_service" ADD CONSTRAINT "courier_service_account_id_courier_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."courier_account"("id") ON DELETE cascade ON UPDATE no action;