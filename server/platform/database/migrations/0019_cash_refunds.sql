ALTER TABLE "payment" DROP CONSTRAINT "payment_provider_check";--> statement-breakpoint
ALTER TABLE "refund" DROP CONSTRAINT "refund_state_check";--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "payout_to" text;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_check" CHECK ("payment"."provider" in ('razorpay', 'cash')) NOT VALID;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_state_check" CHECK ("refund"."state" in ('requested', 'awaiting_balance', 'awaiting_payout', 'pending', 'processed', 'failed')) NOT VALID;