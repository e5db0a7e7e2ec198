-- Derives `product.notes`: each note of the pyramid once, top notes first.
CREATE OR REPLACE FUNCTION product_derive_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.notes := ARRAY(
    SELECT note FROM unnest(NEW.top_notes || NEW.heart_notes || NEW.base_notes) WITH ORDINALITY AS listed(note, place)
    GROUP BY note ORDER BY min(place)
  );
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER product_notes BEFORE INSERT OR UPDATE OF top_notes, heart_notes, base_notes, notes ON product
  FOR EACH ROW EXECUTE FUNCTION product_derive_notes();

-- A search row derives from a product and its categories. Locking the categories first makes a concurrent rename wait; otherwise the later
-- of the two would store what the earlier has just replaced.
CREATE OR REPLACE FUNCTION product_lock_categories(ids bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM category WHERE id IN (
    SELECT unnest(ARRAY[category_id, subcategory_id]) FROM product WHERE product.id = ANY (ids)
  ) ORDER BY id FOR SHARE
$$;

CREATE OR REPLACE FUNCTION product_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  inserted bigint[] := ARRAY(SELECT id FROM fresh);
BEGIN
  PERFORM product_lock_categories(inserted);
  PERFORM product_search_refresh(inserted);
  PERFORM pg_notify('shop_changed', 'catalogue');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_inserted AFTER INSERT ON product
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION product_inserted();

-- A sale or a review changes what pages show of that one product: its stock (contract: lowStock) and its rating. It is published as
-- `product:<id>`, and as `availability` when the product sells out or is back, which lists count. Any other change of a product can
-- affect menus, lists and searches and is published as `catalogue`; so is a change of many products at once.
CREATE OR REPLACE FUNCTION product_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  searched bigint[] := ARRAY(
    SELECT fresh.id FROM fresh JOIN stale USING (id)
    WHERE (fresh.title, fresh.sub_title, fresh.notes, fresh.scent_family, fresh.concentration, fresh.category_id, fresh.subcategory_id,
           fresh.ingredients, fresh.description, fresh.key_benefits, fresh.keywords)
      IS DISTINCT FROM
          (stale.title, stale.sub_title, stale.notes, stale.scent_family, stale.concentration, stale.category_id, stale.subcategory_id,
           stale.ingredients, stale.description, stale.key_benefits, stale.keywords)
  );
  sold_or_rated bigint[] := ARRAY(
    SELECT fresh.id FROM fresh JOIN stale USING (id)
    WHERE (least(fresh.stock, 6), fresh.rating_sum, fresh.review_count, fresh.rating_counts)
      IS DISTINCT FROM (least(stale.stock, 6), stale.rating_sum, stale.review_count, stale.rating_counts)
  );
  of_stock_and_rating constant text[] := '{stock,in_stock,rating_sum,review_count,rating_counts,updated_at}';
BEGIN
  PERFORM product_lock_categories(searched);
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

CREATE OR REPLACE TRIGGER product_updated AFTER UPDATE ON product
  REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION product_updated();

CREATE OR REPLACE FUNCTION category_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_search_refresh(ARRAY(SELECT id FROM product WHERE category_id = NEW.id OR subcategory_id = NEW.id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_renamed AFTER UPDATE OF name ON category
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION category_renamed();
