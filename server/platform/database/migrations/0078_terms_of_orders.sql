CREATE TABLE "order_terms" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"terms" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credit_note_line" DROP CONSTRAINT "credit_note_line_quantity_check";--> statement-breakpoint
ALTER TABLE "offer_redemption" ADD COLUMN "set_product_id" bigint;--> statement-breakpoint
ALTER TABLE "order_terms" ADD CONSTRAINT "order_terms_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_line" ADD CONSTRAINT "credit_note_line_quantity_check" CHECK ("credit_note_line"."quantity" > 0 or ("credit_note_line"."quantity" = 0 and "credit_note_line"."taxable_paise" + "credit_note_line"."cgst_paise" + "credit_note_line"."sgst_paise" + "credit_note_line"."igst_paise" > 0)) NOT VALID;