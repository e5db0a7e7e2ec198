CREATE TABLE "cart_sample" (
	"customer_id" bigint NOT NULL,
	"variant_id" bigint NOT NULL,
	CONSTRAINT "cart_sample_customer_id_variant_id_pk" PRIMARY KEY("customer_id","variant_id")
);
--> statement-breakpoint
ALTER TABLE "offer" DROP CONSTRAINT "offer_kind_check";--> statement-breakpoint
ALTER TABLE "offer" DROP CONSTRAINT "offer_values_check";--> statement-breakpoint
ALTER TABLE "order_item" DROP CONSTRAINT "order_item_price_paise_check";--> statement-breakpoint
ALTER TABLE "cart_sample" ADD CONSTRAINT "cart_sample_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer" ADD CONSTRAINT "offer_kind_check" CHECK ("offer"."kind" in ('percentage', 'amount', 'free_shipping', 'buy_x_get_y', 'bundle_price', 'set_credit', 'free_samples')) NOT VALID;--> statement-breakpoint
ALTER TABLE "offer" ADD CONSTRAINT "offer_values_check" CHECK (case "offer"."kind"
        when 'percentage' then "offer"."percent" is not null
        when 'amount' then "offer"."amount_paise" is not null
        when 'buy_x_get_y' then "offer"."buy_units" is not null and "offer"."free_units" is not null
        when 'bundle_price' then "offer"."buy_units" is not null and "offer"."amount_paise" is not null
        when 'set_credit' then "offer"."credit_days" is not null and not "offer"."needs_code"
        when 'free_samples' then "offer"."free_units" is not null and not "offer"."needs_code"
        else true end) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_price_paise_check" CHECK ("order_item"."price_paise" >= 0) NOT VALID;