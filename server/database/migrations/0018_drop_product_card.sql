-- The server maps a product's columns to its summary when it is requested (server/catalogue/product-summary.ts). The triggers keep what a
-- search reads, and announce changes as before.
CREATE OR REPLACE FUNCTION product_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  inserted integer[] := ARRAY(SELECT id FROM fresh);
BEGIN
  PERFORM product_hold_categories(inserted);
  PERFORM product_search_refresh(inserted);
  PERFORM pg_notify('shop_changed', 'catalogue');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A sale or a review changes what pages show of that one product: its stock (contract: lowStock) and its rating. They are announced as
-- `product:<id>`, and `availability` when one is sold out or back, which lists count. Everything else of a product can occur in menus,
-- lists and searches, and is announced as `catalogue`; so is a change of many products at once.
CREATE OR REPLACE FUNCTION product_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  searched integer[] := ARRAY(
    SELECT fresh.id FROM fresh JOIN stale USING (id)
    WHERE (fresh.title, fresh.sub_title, fresh.notes, fresh.scent_family, fresh.concentration, fresh.category_id, fresh.subcategory_id,
           fresh.ingredients, fresh.description, fresh.key_benefits)
      IS DISTINCT FROM
          (stale.title, stale.sub_title, stale.notes, stale.scent_family, stale.concentration, stale.category_id, stale.subcategory_id,
           stale.ingredients, stale.description, stale.key_benefits)
  );
  sold_or_rated integer[] := ARRAY(
    SELECT fresh.id FROM fresh JOIN stale USING (id)
    WHERE (least(fresh.stock, 6), fresh.rating_sum, fresh.review_count, fresh.rating_counts)
      IS DISTINCT FROM (least(stale.stock, 6), stale.rating_sum, stale.review_count, stale.rating_counts)
  );
  of_stock_and_rating constant text[] := '{stock,in_stock,rating_sum,review_count,rating_counts,updated_at}';
BEGIN
  PERFORM product_hold_categories(searched);
  PERFORM product_search_refresh(searched);
  IF cardinality(sold_or_rated) > 50 OR EXISTS (
    SELECT FROM fresh JOIN stale USING (id) WHERE to_jsonb(fresh) - of_stock_and_rating <> to_jsonb(stale) - of_stock_and_rating
  ) THEN
    PERFORM pg_notify('shop_changed', 'catalogue');
  ELSE
    PERFORM pg_notify('shop_changed', 'product:' || id) FROM unnest(sold_or_rated) AS id;
    IF EXISTS (SELECT FROM fresh JOIN stale USING (id) WHERE fresh.in_stock <> stale.in_stock) THEN
      PERFORM pg_notify('shop_changed', 'availability');
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION category_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_search_refresh(ARRAY(SELECT id FROM product WHERE category_id = NEW.id OR subcategory_id = NEW.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP FUNCTION product_card_refresh(integer[]);
--> statement-breakpoint
DROP FUNCTION product_card_of(product);
--> statement-breakpoint
DROP TABLE "product_card";
