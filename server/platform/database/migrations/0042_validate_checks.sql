ALTER TABLE "stock_movement" VALIDATE CONSTRAINT "stock_movement_kind_check";--> statement-breakpoint
ALTER TABLE "payment" VALIDATE CONSTRAINT "payment_provider_check";--> statement-breakpoint
ALTER TABLE "refund" VALIDATE CONSTRAINT "refund_state_check";--> statement-breakpoint
ALTER TABLE "product" VALIDATE CONSTRAINT "product_highest_price_paise_check";--> statement-breakpoint
ALTER TABLE "order_return" VALIDATE CONSTRAINT "order_return_decision_reason_check";--> statement-breakpoint
ALTER TABLE "staff_role" VALIDATE CONSTRAINT "staff_role_refund_limit_paise_check";--> statement-breakpoint
ALTER TABLE "offer" VALIDATE CONSTRAINT "offer_kind_check";--> statement-breakpoint
ALTER TABLE "offer" VALIDATE CONSTRAINT "offer_values_check";--> statement-breakpoint
ALTER TABLE "order_item" VALIDATE CONSTRAINT "order_item_price_paise_check";
