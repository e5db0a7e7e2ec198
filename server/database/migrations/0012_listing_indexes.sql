DROP INDEX "product_by_date";--> statement-breakpoint
DROP INDEX "product_by_price";--> statement-breakpoint
DROP INDEX "product_by_category_date";--> statement-breakpoint
DROP INDEX "product_by_category_price";--> statement-breakpoint
DROP INDEX "product_by_subcategory_date";--> statement-breakpoint
DROP INDEX "product_by_subcategory_price";--> statement-breakpoint
CREATE INDEX "product_by_date" ON "product" USING btree ("created_at","id","price_paise","in_stock");--> statement-breakpoint
CREATE INDEX "product_by_price" ON "product" USING btree ("price_paise","id","in_stock");--> statement-breakpoint
CREATE INDEX "product_by_category_date" ON "product" USING btree ("category_id","created_at","id","price_paise","in_stock");--> statement-breakpoint
CREATE INDEX "product_by_category_price" ON "product" USING btree ("category_id","price_paise","id","in_stock");--> statement-breakpoint
CREATE INDEX "product_by_subcategory_date" ON "product" USING btree ("subcategory_id","created_at","id","price_paise","in_stock");--> statement-breakpoint
CREATE INDEX "product_by_subcategory_price" ON "product" USING btree ("subcategory_id","price_paise","id","in_stock");