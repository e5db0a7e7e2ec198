CREATE TABLE "further_invoice" (
	"order_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"number" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "further_invoice_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "further_invoice_number_unique" UNIQUE("number"),
	CONSTRAINT "further_invoice_position_check" CHECK ("further_invoice"."position" > 1),
	CONSTRAINT "further_invoice_number_check" CHECK (length("further_invoice"."number") <= 16)
);
--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "invoice_position" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "further_invoice" ADD CONSTRAINT "further_invoice_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "further_invoice_issued_at_index" ON "further_invoice" USING btree ("issued_at");