DROP INDEX "customer_order_to_expire";--> statement-breakpoint
DROP INDEX "payment_session_to_check";--> statement-breakpoint
DROP INDEX "refund_due";--> statement-breakpoint
ALTER TABLE "payment_session" DROP COLUMN "check_at";--> statement-breakpoint
ALTER TABLE "payment_session" DROP COLUMN "failed_checks";--> statement-breakpoint
ALTER TABLE "refund" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "refund" DROP COLUMN "attempts";