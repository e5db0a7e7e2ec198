-- What search reads, apart from `product`, so that neither row is wider than necessary (see functions/product-search.sql).
-- In sixteen partitions, because an index of words is always read to its end: a search that finds enough in the first partitions skips the
-- others, sixteen times less work for a word in every tenth of a million products.
CREATE TABLE product_search (
  product_id bigint PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
  title tsvector NOT NULL,
  everything tsvector NOT NULL
) PARTITION BY HASH (product_id);
--> statement-breakpoint
DO $$ BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE product_search_%s PARTITION OF product_search FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE INDEX product_search_title_index ON product_search USING gin (title);
--> statement-breakpoint
CREATE INDEX product_search_everything_index ON product_search USING gin (everything);
