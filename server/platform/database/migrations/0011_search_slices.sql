-- Gives each row of product_search what a search filters, sorts and counts by, and replaces its sixteen partitions of one size by slices that
-- double in size (functions/product-search.sql).
ALTER TABLE product_search RENAME TO product_search_before;
--> statement-breakpoint
CREATE TABLE product_search (
  slice smallint NOT NULL,
  product_id bigint NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  title tsvector NOT NULL,
  everything tsvector NOT NULL,
  category_id bigint NOT NULL,
  subcategory_id bigint,
  lowest_price_paise integer NOT NULL,
  original_price_paise integer,
  sizes text[] NOT NULL,
  in_stock boolean NOT NULL,
  is_bestseller boolean NOT NULL,
  is_featured boolean NOT NULL,
  notes text[] NOT NULL,
  review_count integer NOT NULL,
  created_at timestamptz NOT NULL
) PARTITION BY LIST (slice);
--> statement-breakpoint
DO $$ BEGIN
  FOR number IN 0..8 LOOP
    EXECUTE format('CREATE TABLE product_search_slice_%s PARTITION OF product_search FOR VALUES IN (%s)', number, number);
  END LOOP;
END $$;
--> statement-breakpoint
INSERT INTO product_search
  SELECT width_bucket(get_byte(sha256(p.id::text::bytea), 0), '{1,2,4,8,16,32,64,128}'::integer[]), p.id, words.title, words.everything,
    p.category_id, p.subcategory_id, p.lowest_price_paise, p.original_price_paise, p.sizes, p.in_stock, p.is_bestseller, p.is_featured, p.notes,
    p.review_count, p.created_at
  FROM product_search_before AS words JOIN product AS p ON p.id = words.product_id;
--> statement-breakpoint
DROP FUNCTION IF EXISTS search_candidates(tsquery[], tsquery[], integer);
--> statement-breakpoint
DROP FUNCTION IF EXISTS product_search_of(product);
--> statement-breakpoint
DROP TABLE product_search_before;
--> statement-breakpoint
ALTER TABLE product_search ADD PRIMARY KEY (product_id, slice);
--> statement-breakpoint
CREATE INDEX product_search_title_index ON product_search USING gin (title);
--> statement-breakpoint
CREATE INDEX product_search_everything_index ON product_search USING gin (everything);
