ALTER TABLE "refund" DROP CONSTRAINT "refund_paymentId_unique";--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "resend" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "failed_checks" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "replaced_by_id" integer;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "expiry_mail_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "restarts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "paid_otherwise" text;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_replaced_by_id_customer_order_id_fk" FOREIGN KEY ("replaced_by_id") REFERENCES "public"."customer_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_order_to_expire" ON "customer_order" USING btree ("pay_until") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "refund_by_payment" ON "refund" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_one_by_the_shop" ON "refund" USING btree ("payment_id") WHERE reason <> 'provider';--> statement-breakpoint
-- What became of an order and what became of its money are two facts: an order is cancelled, returned or expired, and its refund has a date of its own.
UPDATE "customer_order" SET "state" = "before"."state" FROM (
  SELECT DISTINCT ON ("order_id") "order_id", "state" FROM "order_event" WHERE "state" <> 'refunded' ORDER BY "order_id", "id" DESC
) AS "before" WHERE "customer_order"."state" = 'refunded' AND "before"."order_id" = "customer_order"."id";--> statement-breakpoint
DELETE FROM "order_event" WHERE "state" = 'refunded';--> statement-breakpoint
-- Refunds made at the provider are found by asking about paid orders for half a year; the first time within a day of this.
UPDATE "customer_order" SET "check_at" = now() + random() * interval '1 day'
WHERE "check_at" IS NULL AND "provider_order_id" IS NOT NULL AND "paid_at" > now() - interval '180 days';
