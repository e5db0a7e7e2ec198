CREATE INDEX "job_failed_task_identifier_index" ON "job" USING btree ("task_identifier","id") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "mail_unsent_state_created_at_index" ON "mail" USING btree ("state","created_at") WHERE state <> 'sent';--> statement-breakpoint
CREATE INDEX "customer_order_open_state_created_at_index" ON "customer_order" USING btree ("state","created_at") WHERE state not in ('delivered', 'cancelled', 'expired', 'returned');--> statement-breakpoint
CREATE INDEX "payment_open_state_created_at_index" ON "payment" USING btree ("state","created_at") WHERE state in ('created', 'authorized');--> statement-breakpoint
CREATE INDEX "refund_open_state_created_at_index" ON "refund" USING btree ("state","created_at") WHERE state <> 'processed';