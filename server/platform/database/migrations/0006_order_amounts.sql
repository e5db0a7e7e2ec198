ALTER TABLE "customer_order" DROP CONSTRAINT "customer_order_amounts_check";--> statement-breakpoint
ALTER TABLE "order_item" DROP CONSTRAINT "order_item_taxes_check";--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "fees_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "discount_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "shipping_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_fees_paise_check" CHECK ("customer_order"."fees_paise" >= 0);--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_amounts_check" CHECK ("customer_order"."total_paise" = "customer_order"."subtotal_paise" - "customer_order"."discount_paise" + "customer_order"."shipping_paise" + "customer_order"."fees_paise");--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_discount_paise_check" CHECK ("order_item"."discount_paise" between 0 and "order_item"."price_paise" * "order_item"."quantity");--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_shipping_paise_check" CHECK ("order_item"."shipping_paise" >= 0);--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_taxes_check" CHECK ("order_item"."taxable_paise" + "order_item"."cgst_paise" + "order_item"."sgst_paise" + "order_item"."igst_paise" = "order_item"."price_paise" * "order_item"."quantity" - "order_item"."discount_paise" + "order_item"."shipping_paise");