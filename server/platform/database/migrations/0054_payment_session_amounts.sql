ALTER TABLE "refund" DROP CONSTRAINT "refund_reason_check";--> statement-breakpoint
ALTER TABLE "payment_session" ADD COLUMN "amount_paise" integer;--> statement-breakpoint
ALTER TABLE "payment_session" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_session" ADD CONSTRAINT "payment_session_amount_paise_check" CHECK ("payment_session"."amount_paise" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_reason_check" CHECK ("refund"."reason" in ('cancelled', 'returned', 'deficient', 'lost', 'came_back', 'too_late', 'replaced', 'paid_twice', 'wrong_amount', 'dispatched', 'goodwill', 'provider')) NOT VALID;