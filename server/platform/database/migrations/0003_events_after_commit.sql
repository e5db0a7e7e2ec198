-- Triggers that read transition tables or notified in the transactions of sales and reviews. functions/ holds those that replace them.
DROP TRIGGER IF EXISTS product_inserted ON product;
--> statement-breakpoint
DROP TRIGGER IF EXISTS product_updated ON product;
--> statement-breakpoint
DROP TRIGGER IF EXISTS product_deleted ON product;
--> statement-breakpoint
DROP TRIGGER IF EXISTS review_changed ON review;
--> statement-breakpoint
DROP TRIGGER IF EXISTS product_search_inserted ON product_search;
--> statement-breakpoint
DROP TRIGGER IF EXISTS product_search_updated ON product_search;
--> statement-breakpoint
DROP FUNCTION IF EXISTS product_inserted();
--> statement-breakpoint
DROP FUNCTION IF EXISTS product_updated();
--> statement-breakpoint
DROP FUNCTION IF EXISTS product_lock_categories(bigint[]);
