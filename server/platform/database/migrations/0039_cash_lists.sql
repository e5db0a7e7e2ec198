CREATE TABLE "cash_list_entry" (
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"is_blocked" boolean NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cash_list_entry_kind_value_pk" PRIMARY KEY("kind","value"),
	CONSTRAINT "cash_list_entry_kind_check" CHECK ("cash_list_entry"."kind" in ('email', 'mobile', 'pincode'))
);
--> statement-breakpoint
ALTER TABLE "cash_remittance" ADD COLUMN "utr" text;