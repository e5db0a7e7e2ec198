-- A sale or a review changes what pages show of that one product: its stock (contract: lowStock) and its rating. They are announced as
-- `product:<id>`, and `availability` when one is sold out or back, which lists count. Everything else of a product can stand in menus,
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
  shown integer[] := ARRAY(
    SELECT fresh.id FROM fresh JOIN stale USING (id)
    WHERE (fresh.slug, fresh.title, fresh.sub_title, fresh.category_id, fresh.price_paise, fresh.original_price_paise, fresh.rating_sum,
           fresh.review_count, fresh.images, fresh.notes, fresh.in_stock, fresh.is_bestseller, fresh.is_featured, fresh.created_at)
      IS DISTINCT FROM
          (stale.slug, stale.title, stale.sub_title, stale.category_id, stale.price_paise, stale.original_price_paise, stale.rating_sum,
           stale.review_count, stale.images, stale.notes, stale.in_stock, stale.is_bestseller, stale.is_featured, stale.created_at)
  );
  sold_or_rated integer[] := ARRAY(
    SELECT fresh.id FROM fresh JOIN stale USING (id)
    WHERE (least(fresh.stock, 6), fresh.rating_sum, fresh.review_count, fresh.rating_counts)
      IS DISTINCT FROM (least(stale.stock, 6), stale.rating_sum, stale.review_count, stale.rating_counts)
  );
  of_stock_and_rating constant text[] := '{stock,in_stock,rating_sum,review_count,rating_counts,updated_at}';
BEGIN
  PERFORM product_hold_categories(searched || shown);
  PERFORM product_search_refresh(searched);
  PERFORM product_card_refresh(shown);
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
