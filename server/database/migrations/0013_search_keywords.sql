ALTER TABLE "product" ADD COLUMN "keywords" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint

-- Keywords are searched like notes and category. The title carries its weight in both columns: a guessed word is looked for by weight.
CREATE OR REPLACE FUNCTION product_search_of(p product) RETURNS product_search LANGUAGE sql STABLE AS $$
  SELECT p.id, words.title,
    words.title
      || setweight(to_tsvector('simple', concat_ws(' ', p.sub_title, array_to_string(p.notes, ' '), array_to_string(p.keywords, ' '),
           p.scent_family, p.concentration,
           (SELECT string_agg(name, ' ') FROM category WHERE id IN (p.category_id, p.subcategory_id)))), 'B')
      || setweight(to_tsvector('simple', p.ingredients), 'C')
      || setweight(to_tsvector('simple', concat_ws(' ', p.description, array_to_string(p.key_benefits, ' '))), 'D')
  FROM (SELECT setweight(to_tsvector('simple', p.title), 'A') AS title) AS words
$$;
--> statement-breakpoint
-- The words stay the same, so the list of words need not be looked through.
ALTER TABLE product_search DISABLE TRIGGER product_search_updated;
--> statement-breakpoint
UPDATE product_search SET title = setweight(title, 'A');
--> statement-breakpoint
ALTER TABLE product_search ENABLE TRIGGER product_search_updated;
--> statement-breakpoint
CREATE FUNCTION product_keywords_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_search_refresh(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_keywords_changed AFTER UPDATE OF keywords ON product
  FOR EACH ROW WHEN (OLD.keywords IS DISTINCT FROM NEW.keywords) EXECUTE FUNCTION product_keywords_changed();
