CREATE INDEX CONCURRENTLY "customer_order_email_index" ON "customer_order" USING btree ("email");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customer_order_mobile_index" ON "customer_order" USING btree ("mobile");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customer_order_name_trigram_index" ON "customer_order" USING gin ("customer_name" gin_trgm_ops);