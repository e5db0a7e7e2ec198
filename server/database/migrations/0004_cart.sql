CREATE TABLE "cart_item" (
	"customer_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"agreed_price_paise" integer NOT NULL,
	"title" text NOT NULL,
	"image" jsonb,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_item_customer_id_product_id_pk" PRIMARY KEY("customer_id","product_id"),
	CONSTRAINT "cart_item_quantity_positive" CHECK ("cart_item"."quantity" > 0),
	CONSTRAINT "cart_item_agreed_price_positive" CHECK ("cart_item"."agreed_price_paise" > 0)
);
--> statement-breakpoint
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;
