CREATE TABLE "sales_cohort" (
	"first_month" date NOT NULL,
	"month" date NOT NULL,
	"customers" integer NOT NULL,
	"orders" integer NOT NULL,
	"returning_customers" integer NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sales_cohort_first_month_month_pk" PRIMARY KEY("first_month","month"),
	CONSTRAINT "sales_cohort_customers_check" CHECK ("sales_cohort"."customers" >= 1),
	CONSTRAINT "sales_cohort_orders_check" CHECK ("sales_cohort"."orders" >= 1),
	CONSTRAINT "sales_cohort_returning_customers_check" CHECK ("sales_cohort"."returning_customers" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sales_day_group" (
	"dimension" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"orders" integer NOT NULL,
	"units" integer NOT NULL,
	"sales_paise" bigint NOT NULL,
	"discount_paise" bigint NOT NULL,
	"returns" integer NOT NULL,
	"returned_units" integer NOT NULL,
	"returned_paise" bigint NOT NULL,
	"refunds" integer NOT NULL,
	"refunded_paise" bigint NOT NULL,
	CONSTRAINT "sales_day_group_dimension_day_key_pk" PRIMARY KEY("dimension","day","key"),
	CONSTRAINT "sales_day_group_dimension_check" CHECK ("sales_day_group"."dimension" in ('total', 'product', 'variant', 'state', 'payment', 'courier', 'offer')),
	CONSTRAINT "sales_day_group_orders_check" CHECK ("sales_day_group"."orders" >= 0),
	CONSTRAINT "sales_day_group_units_check" CHECK ("sales_day_group"."units" >= 0),
	CONSTRAINT "sales_day_group_sales_paise_check" CHECK ("sales_day_group"."sales_paise" >= 0),
	CONSTRAINT "sales_day_group_discount_paise_check" CHECK ("sales_day_group"."discount_paise" >= 0),
	CONSTRAINT "sales_day_group_returns_check" CHECK ("sales_day_group"."returns" >= 0),
	CONSTRAINT "sales_day_group_returned_units_check" CHECK ("sales_day_group"."returned_units" >= 0),
	CONSTRAINT "sales_day_group_returned_paise_check" CHECK ("sales_day_group"."returned_paise" >= 0),
	CONSTRAINT "sales_day_group_refunds_check" CHECK ("sales_day_group"."refunds" >= 0),
	CONSTRAINT "sales_day_group_refunded_paise_check" CHECK ("sales_day_group"."refunded_paise" >= 0)
);
--> statement-breakpoint
ALTER TABLE "sales_day" ADD COLUMN "has_groups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO "sales_day_change" ("day") SELECT DISTINCT ("processed_at" AT TIME ZONE 'Asia/Kolkata')::date FROM "refund" WHERE "processed_at" IS NOT NULL;
