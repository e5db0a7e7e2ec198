-- What the database itself keeps true: the list of notes, the search rows, the ratings, and the news of a change.

-- Each note of the pyramid once, top notes first.
CREATE FUNCTION product_keep_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.notes := ARRAY(
    SELECT note FROM unnest(NEW.top_notes || NEW.heart_notes || NEW.base_notes) WITH ORDINALITY AS listed(note, place)
    GROUP BY note ORDER BY min(place)
  );
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_notes BEFORE INSERT OR UPDATE OF top_notes, heart_notes, base_notes, notes ON product
  FOR EACH ROW EXECUTE FUNCTION product_keep_notes();
--> statement-breakpoint

-- What search reads, apart from the product so that neither row is wider than it must be. `everything` carries weights: A title;
-- B sub title, notes, scent family, category; C ingredients; D text.
-- It is cut into sixteen parts because an index of words is always read to its end: a search that has enough in the first parts
-- leaves the others alone, which at a million products is sixteen times less for a word that stands in every tenth of them.
CREATE TABLE product_search (
  product_id integer PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
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
CREATE INDEX product_search_title ON product_search USING gin (title);
--> statement-breakpoint
CREATE INDEX product_search_everything ON product_search USING gin (everything);
--> statement-breakpoint

-- The search row of a product. The words are kept as they are written ('simple'): the trade's names and the Latin of ingredients
-- do not follow English stems, and unfinished or mistyped words are matched against search_word instead.
CREATE FUNCTION product_search_of(p product) RETURNS product_search LANGUAGE sql STABLE AS $$
  SELECT p.id, words.title,
    setweight(words.title, 'A')
      || setweight(to_tsvector('simple', concat_ws(' ', p.sub_title, array_to_string(p.notes, ' '), p.scent_family, p.concentration,
           (SELECT string_agg(name, ' ') FROM category WHERE id IN (p.category_id, p.subcategory_id)))), 'B')
      || setweight(to_tsvector('simple', p.ingredients), 'C')
      || setweight(to_tsvector('simple', concat_ws(' ', p.description, array_to_string(p.key_benefits, ' '))), 'D')
  FROM (SELECT to_tsvector('simple', p.title) AS title) AS words
$$;
--> statement-breakpoint
CREATE FUNCTION product_search_refresh(ids integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO product_search (product_id, title, everything)
    SELECT found.* FROM product CROSS JOIN LATERAL product_search_of(product) AS found WHERE product.id = ANY (ids)
    ON CONFLICT (product_id) DO UPDATE SET title = excluded.title, everything = excluded.everything
$$;
--> statement-breakpoint
-- The products that a search may list, at most `size` of them, each with its tier: the lower the better. `tiers` holds the search from
-- its narrowest sense to its widest (server/catalogue/search-query.ts): certain words in the title, all words in the title, then the
-- same two with sub title, notes and category, with the ingredients, and anywhere. `terms` holds its words one by one.
-- Products with all words in the title come first, then those with all words anywhere, and only without any of these, those with some.
-- The settings hold the planner to the one sensible way, whatever it believes about a word that it has never seen.
CREATE FUNCTION search_candidates(tiers tsquery[], terms tsquery[], size integer) RETURNS TABLE (id integer, tier integer)
  LANGUAGE plpgsql STABLE ROWS 1000 SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  every tsquery := tiers[8];
  at_all tsquery := terms[1];
  term tsquery;
  room integer := size;
  found_now integer;
BEGIN
  RETURN QUERY SELECT product_id, CASE WHEN title @@ tiers[7] THEN 1 ELSE 2 END FROM product_search WHERE title @@ every LIMIT room;
  GET DIAGNOSTICS found_now = ROW_COUNT;
  room := room - found_now;
  IF room > 0 THEN
    RETURN QUERY SELECT product_id,
      CASE WHEN everything @@ tiers[4] THEN CASE WHEN everything @@ tiers[3] THEN 3 ELSE 4 END
        WHEN everything @@ tiers[6] THEN CASE WHEN everything @@ tiers[5] THEN 5 ELSE 6 END
        WHEN everything @@ tiers[7] THEN 7 ELSE 8 END
      FROM product_search WHERE everything @@ every AND NOT title @@ every LIMIT room;
    GET DIAGNOSTICS found_now = ROW_COUNT;
    room := room - found_now;
  END IF;
  IF room = size AND cardinality(terms) > 1 THEN
    FOREACH term IN ARRAY terms LOOP
      at_all := at_all || term;
    END LOOP;
    -- The more of the words, the better.
    RETURN QUERY SELECT product_id, 100 - (SELECT count(*)::integer FROM unnest(terms) AS one WHERE everything @@ one)
      FROM product_search WHERE everything @@ at_all LIMIT room;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION product_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_search_refresh(ARRAY(SELECT id FROM fresh));
  PERFORM pg_notify('shop_changed', 'catalogue');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_inserted AFTER INSERT ON product
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION product_inserted();
--> statement-breakpoint

-- A sale changes the stock of a product all day long. It is news only when the page would look different: in or out of stock,
-- or among the last few pieces (contract: lowStock).
CREATE FUNCTION product_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_search_refresh(ARRAY(
    SELECT fresh.id FROM fresh JOIN stale USING (id)
    WHERE (fresh.title, fresh.sub_title, fresh.notes, fresh.scent_family, fresh.concentration, fresh.category_id, fresh.subcategory_id,
           fresh.ingredients, fresh.description, fresh.key_benefits)
      IS DISTINCT FROM
          (stale.title, stale.sub_title, stale.notes, stale.scent_family, stale.concentration, stale.category_id, stale.subcategory_id,
           stale.ingredients, stale.description, stale.key_benefits)
  ));
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
CREATE TRIGGER product_updated AFTER UPDATE ON product
  REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION product_updated();
--> statement-breakpoint

CREATE FUNCTION product_search_keep_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of the alphabet, so that two imports at once cannot wait for each other.
  INSERT INTO search_word (word)
    SELECT DISTINCT found.word FROM fresh, unnest(tsvector_to_array(fresh.everything)) AS found(word)
    WHERE length(found.word) BETWEEN 2 AND 40
      AND NOT EXISTS (SELECT FROM search_word AS known WHERE known.word = found.word)
    ORDER BY found.word
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_search_inserted AFTER INSERT ON product_search
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION product_search_keep_words();
--> statement-breakpoint
CREATE TRIGGER product_search_updated AFTER UPDATE ON product_search
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION product_search_keep_words();
--> statement-breakpoint
CREATE FUNCTION category_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_search_refresh(ARRAY(SELECT id FROM product WHERE category_id = NEW.id OR subcategory_id = NEW.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER category_renamed AFTER UPDATE OF name ON category
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION category_renamed();
--> statement-breakpoint

-- The stars of a product change in the same transaction as its reviews, by what was added or taken away.
CREATE FUNCTION review_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE product SET review_count = review_count - 1, rating_sum = rating_sum - OLD.rating,
      rating_counts[OLD.rating] = rating_counts[OLD.rating] - 1 WHERE id = OLD.product_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE product SET review_count = review_count + 1, rating_sum = rating_sum + NEW.rating,
      rating_counts[NEW.rating] = rating_counts[NEW.rating] + 1 WHERE id = NEW.product_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER review_added_or_removed AFTER INSERT OR DELETE ON review FOR EACH ROW EXECUTE FUNCTION review_counts();
--> statement-breakpoint
CREATE TRIGGER review_rated_anew AFTER UPDATE OF rating, product_id ON review
  FOR EACH ROW WHEN ((OLD.rating, OLD.product_id) IS DISTINCT FROM (NEW.rating, NEW.product_id)) EXECUTE FUNCTION review_counts();
--> statement-breakpoint

-- Tells every instance of the server what changed, so that it forgets the pages made from it. The argument is the subject.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changed', TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_deleted AFTER DELETE ON product FOR EACH STATEMENT EXECUTE FUNCTION announce_change('catalogue');
--> statement-breakpoint
CREATE TRIGGER category_changed AFTER INSERT OR UPDATE OR DELETE ON category FOR EACH STATEMENT EXECUTE FUNCTION announce_change('catalogue');
--> statement-breakpoint
CREATE TRIGGER review_changed AFTER INSERT OR UPDATE OR DELETE ON review FOR EACH STATEMENT EXECUTE FUNCTION announce_change('reviews');
--> statement-breakpoint
CREATE TRIGGER banner_changed AFTER INSERT OR UPDATE OR DELETE ON banner FOR EACH STATEMENT EXECUTE FUNCTION announce_change('content');
--> statement-breakpoint
CREATE TRIGGER testimonial_changed AFTER INSERT OR UPDATE OR DELETE ON testimonial FOR EACH STATEMENT EXECUTE FUNCTION announce_change('content');
--> statement-breakpoint
CREATE TRIGGER brand_image_changed AFTER INSERT OR UPDATE OR DELETE ON brand_image FOR EACH STATEMENT EXECUTE FUNCTION announce_change('content');
--> statement-breakpoint
CREATE TRIGGER faq_changed AFTER INSERT OR UPDATE OR DELETE ON faq FOR EACH STATEMENT EXECUTE FUNCTION announce_change('content');
--> statement-breakpoint
CREATE TRIGGER content_page_changed AFTER INSERT OR UPDATE OR DELETE ON content_page FOR EACH STATEMENT EXECUTE FUNCTION announce_change('content');
--> statement-breakpoint
CREATE TRIGGER setting_changed AFTER INSERT OR UPDATE OR DELETE ON setting FOR EACH STATEMENT EXECUTE FUNCTION announce_change('settings');
