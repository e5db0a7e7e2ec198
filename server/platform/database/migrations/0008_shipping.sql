CREATE TABLE "shipping_holiday" (
	"day" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_method" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" smallint NOT NULL,
	"cut_off" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_rate" (
	"zone" text NOT NULL,
	"method" text NOT NULL,
	"from_grams" integer NOT NULL,
	"price_paise" integer NOT NULL,
	"free_from_paise" integer,
	"min_days" smallint,
	"max_days" smallint,
	CONSTRAINT "shipping_rate_zone_method_from_grams_pk" PRIMARY KEY("zone","method","from_grams"),
	CONSTRAINT "shipping_rate_from_grams_check" CHECK ("shipping_rate"."from_grams" >= 0),
	CONSTRAINT "shipping_rate_price_paise_check" CHECK ("shipping_rate"."price_paise" >= 0),
	CONSTRAINT "shipping_rate_free_from_paise_check" CHECK ("shipping_rate"."free_from_paise" >= 0),
	CONSTRAINT "shipping_rate_days_check" CHECK (("shipping_rate"."min_days" is null) = ("shipping_rate"."max_days" is null) and 0 <= "shipping_rate"."min_days" and "shipping_rate"."min_days" <= "shipping_rate"."max_days")
);
--> statement-breakpoint
CREATE TABLE "shipping_zone" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" smallint NOT NULL,
	"pincodes" jsonb NOT NULL,
	"states" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "shipping_method" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "shipping_method_name" text DEFAULT 'Standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "deliver_by" date;--> statement-breakpoint
ALTER TABLE "shipping_rate" ADD CONSTRAINT "shipping_rate_zone_shipping_zone_code_fk" FOREIGN KEY ("zone") REFERENCES "public"."shipping_zone"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_rate" ADD CONSTRAINT "shipping_rate_method_shipping_method_code_fk" FOREIGN KEY ("method") REFERENCES "public"."shipping_method"("code") ON DELETE cascade ON UPDATE no action;