CREATE TABLE "settled_item" (
	"provider" text NOT NULL,
	"settlement_id" text NOT NULL,
	"item_id" text NOT NULL,
	"kind" text NOT NULL,
	"provider_payment_id" text,
	"amount_paise" integer NOT NULL,
	"credit_paise" integer NOT NULL,
	"debit_paise" integer NOT NULL,
	"fee_paise" integer NOT NULL,
	"tax_paise" integer NOT NULL,
	"utr" text,
	"settled_at" timestamp with time zone NOT NULL,
	"receipt" text,
	CONSTRAINT "settled_item_provider_settlement_id_item_id_pk" PRIMARY KEY("provider","settlement_id","item_id"),
	CONSTRAINT "settled_item_provider_check" CHECK ("settled_item"."provider" in ('razorpay')),
	CONSTRAINT "settled_item_kind_check" CHECK ("settled_item"."kind" in ('payment', 'refund', 'other')),
	CONSTRAINT "settled_item_amount_paise_check" CHECK ("settled_item"."amount_paise" >= 0),
	CONSTRAINT "settled_item_credit_paise_check" CHECK ("settled_item"."credit_paise" >= 0),
	CONSTRAINT "settled_item_debit_paise_check" CHECK ("settled_item"."debit_paise" >= 0),
	CONSTRAINT "settled_item_fee_paise_check" CHECK ("settled_item"."fee_paise" >= 0),
	CONSTRAINT "settled_item_tax_paise_check" CHECK ("settled_item"."tax_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "gst_month" (
	"month" text PRIMARY KEY NOT NULL,
	"frozen_at" timestamp with time zone NOT NULL,
	"frozen_by" text NOT NULL,
	"filed" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "settled_item_item_id_index" ON "settled_item" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "settled_item_settled_at_index" ON "settled_item" USING btree ("settled_at");