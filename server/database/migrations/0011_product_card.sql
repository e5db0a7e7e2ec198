CREATE TABLE "product_card" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"card" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_card" ADD CONSTRAINT "product_card_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint

-- A product's card as calls answer it (contract/catalogue.ts, productSummary): rupees, stars to one decimal, half up, and the first two
-- pictures, of which the second shows on hover. An original price or a rating that there is not is left out.
CREATE FUNCTION product_card_of(p product) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_strip_nulls(json_build_object(
    '_id', p.id::text,
    'id', p.id::text,
    'slug', p.slug,
    'title', p.title,
    'sub_title', p.sub_title,
    'category', (SELECT name FROM category WHERE category.id = p.category_id),
    'price', trim_scale(p.price_paise / 100.0),
    'originalPrice', trim_scale(p.original_price_paise / 100.0),
    'rating', CASE WHEN p.review_count > 0 THEN trim_scale(round(p.rating_sum::numeric / p.review_count, 1)) END,
    'review', p.review_count,
    'images', jsonb_path_query_array(p.images, '$[0 to 1]'),
    'notes', p.notes,
    'availability', CASE WHEN p.in_stock THEN 'in_stock' ELSE 'out_of_stock' END,
    'bestseller', p.is_bestseller,
    'isFeatured', p.is_featured,
    'add_cart', false,
    'createdAt', to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ))
$$;
--> statement-breakpoint
CREATE FUNCTION product_card_refresh(ids integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO product_card (product_id, card)
    SELECT product.id, product_card_of(product) FROM product WHERE product.id = ANY (ids)
    ON CONFLICT (product_id) DO UPDATE SET card = excluded.card
$$;
--> statement-breakpoint
SELECT product_card_refresh(ARRAY(SELECT id FROM product));
--> statement-breakpoint

-- Cards and search rows are made of a product and its categories. Changes of one product wait for each other at its row; whoever renames
-- one of its categories is waited for here, before anything is written: of two that did not see each other, the later would write what
-- the former has just replaced.
CREATE FUNCTION product_hold_categories(ids integer[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM category WHERE id IN (
    SELECT unnest(ARRAY[category_id, subcategory_id]) FROM product WHERE product.id = ANY (ids)
  ) ORDER BY id FOR SHARE
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  inserted integer[] := ARRAY(SELECT id FROM fresh);
BEGIN
  PERFORM product_hold_categories(inserted);
  PERFORM product_search_refresh(inserted);
  PERFORM product_card_refresh(inserted);
  PERFORM pg_notify('shop_changed', 'catalogue');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Most sales change neither what a search reads nor what a card shows.
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
BEGIN
  PERFORM product_hold_categories(searched || shown);
  PERFORM product_search_refresh(searched);
  PERFORM product_card_refresh(shown);
  IF EXISTS (
    SELECT FROM fresh JOIN stale USING (id)
    WHERE least(fresh.stock, 6) <> least(stale.stock, 6)
      OR to_jsonb(fresh) - '{stock,updated_at}'::text[] <> to_jsonb(stale) - '{stock,updated_at}'::text[]
  ) THEN
    PERFORM pg_notify('shop_changed', 'catalogue');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION category_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_search_refresh(ARRAY(SELECT id FROM product WHERE category_id = NEW.id OR subcategory_id = NEW.id));
  PERFORM product_card_refresh(ARRAY(SELECT id FROM product WHERE category_id = NEW.id));
  RETURN NULL;
END $$;
