-- The search row of a product. Words are stored as written ('simple'): names of the trade and the Latin of ingredients do not follow
-- English stems, and unfinished or mistyped words are matched against search_word instead. The title has its weight in both columns,
-- because a guessed word is searched by weight. The names of the sizes count as title, once more with each number and its unit as one word
-- ("50ml"). Weights: A title and sizes; B sub title, notes, keywords, scent family, category; C ingredients;
-- D text. The other columns repeat those of `product` that a search filters, sorts and counts by: reading a thousand of its wide rows takes
-- longer than finding them.
-- Slice 8 has half of the products, slice 7 a quarter, and so on; slices 1 and 0 have one in 256 each. PostgreSQL reads a word's whole entry
-- in an index, so a search that finds enough in the small slices skips most of the work.
CREATE OR REPLACE FUNCTION product_search_of(p product) RETURNS product_search LANGUAGE sql STABLE AS $$
  SELECT width_bucket(get_byte(sha256(p.id::text::bytea), 0), '{1,2,4,8,16,32,64,128}'::integer[])::smallint, p.id, words.title,
    words.title
      || setweight(to_tsvector('simple', concat_ws(' ', p.sub_title, array_to_string(p.notes, ' '), array_to_string(p.keywords, ' '),
           p.scent_family, p.concentration,
           (SELECT string_agg(name, ' ') FROM category WHERE id IN (p.category_id, p.subcategory_id)))), 'B')
      || setweight(to_tsvector('simple', p.ingredients), 'C')
      || setweight(to_tsvector('simple', concat_ws(' ', p.description, array_to_string(p.key_benefits, ' '))), 'D'),
    p.category_id, p.subcategory_id, p.lowest_price_paise, p.original_price_paise, p.sizes, p.in_stock, p.is_bestseller, p.is_featured, p.notes,
    p.review_count, p.created_at
  FROM (
    SELECT setweight(to_tsvector('simple', concat_ws(' ', p.title, named, regexp_replace(named, '(\d) +(?=[[:alpha:]])', '\1', 'g'))), 'A') AS title
    FROM array_to_string(p.sizes, ' ') AS named
  ) AS words
$$;

CREATE OR REPLACE FUNCTION product_search_refresh(ids bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO product_search
    SELECT found.* FROM product CROSS JOIN LATERAL product_search_of(product) AS found WHERE product.id = ANY (ids)
    ON CONFLICT (product_id, slice) DO UPDATE SET title = excluded.title, everything = excluded.everything,
      category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, lowest_price_paise = excluded.lowest_price_paise,
      original_price_paise = excluded.original_price_paise, sizes = excluded.sizes, in_stock = excluded.in_stock, is_bestseller = excluded.is_bestseller,
      is_featured = excluded.is_featured, notes = excluded.notes, review_count = excluded.review_count, created_at = excluded.created_at
$$;

-- Adds the new words of a product in alphabetical order, so that two concurrent changes of one product each cannot deadlock.
CREATE OR REPLACE FUNCTION search_word_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_word (word)
    SELECT found.word FROM unnest(tsvector_to_array(NEW.everything)) AS found(word)
    WHERE length(found.word) BETWEEN 2 AND 40
      AND NOT EXISTS (SELECT FROM search_word AS known WHERE known.word = found.word)
    ORDER BY found.word
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_search_words AFTER UPDATE OF everything ON product_search
  FOR EACH ROW EXECUTE FUNCTION search_word_add();

CREATE OR REPLACE FUNCTION search_words_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_word (word)
    SELECT found.word FROM (SELECT DISTINCT unnest(tsvector_to_array(everything)) AS word FROM added) AS found
    WHERE length(found.word) BETWEEN 2 AND 40
      AND NOT EXISTS (SELECT FROM search_word AS known WHERE known.word = found.word)
    ORDER BY found.word
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_search_new_words AFTER INSERT ON product_search
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION search_words_add();

-- Returns the products that a search may list, at most `size` of them, each with its tier (lower is better) and with the columns of product
-- that a search needs. `tiers` holds the search from its narrowest sense to its widest (server/selling/search/search-query.ts): typed words in
-- the title, all words in the title, then the same two with sub title, notes and category, with the ingredients, and anywhere. `terms`
-- holds its words one by one.
-- Products with all words in the title come first, then those with all words anywhere, and only without any of these, those with some.
-- Within each of these the more words a title has, the better: of the products with "rose" and "perfume" one named after the rose.
-- The settings force the one sensible plan, since the planner knows nothing of a word that it has never seen.
CREATE OR REPLACE FUNCTION search_candidates(tiers tsquery[], terms tsquery[], size integer) RETURNS TABLE (
    tier integer, id bigint, category_id bigint, subcategory_id bigint, lowest_price_paise integer, original_price_paise integer, sizes text[],
    in_stock boolean, is_bestseller boolean, is_featured boolean, notes text[], review_count integer, created_at timestamptz
  )
  LANGUAGE plpgsql STABLE ROWS 1000 SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  every tsquery := tiers[8];
  at_all tsquery := terms[1];
  term tsquery;
  has_more boolean := cardinality(terms) > 1;
  room integer := size;
  found_now integer;
BEGIN
  RETURN QUERY SELECT CASE WHEN title @@ tiers[1] THEN 0 WHEN title @@ tiers[7] THEN 10 ELSE 20 END,
      product_id, category_id, subcategory_id, lowest_price_paise, original_price_paise, sizes, in_stock, is_bestseller, is_featured, notes,
      review_count, created_at
    FROM product_search WHERE title @@ every LIMIT room;
  GET DIAGNOSTICS found_now = ROW_COUNT;
  room := room - found_now;
  IF room > 0 THEN
    RETURN QUERY SELECT
      CASE WHEN everything @@ tiers[4] THEN CASE WHEN everything @@ tiers[3] THEN 30 ELSE 40 END
        WHEN everything @@ tiers[6] THEN CASE WHEN everything @@ tiers[5] THEN 50 ELSE 60 END
        WHEN everything @@ tiers[7] THEN 70 ELSE 80 END
        - CASE WHEN has_more THEN (SELECT count(*)::integer FROM unnest(terms) AS one WHERE title @@ one) ELSE 0 END,
        product_id, category_id, subcategory_id, lowest_price_paise, original_price_paise, sizes, in_stock, is_bestseller, is_featured, notes,
        review_count, created_at
      FROM product_search WHERE everything @@ every AND NOT title @@ every LIMIT room;
    GET DIAGNOSTICS found_now = ROW_COUNT;
    room := room - found_now;
  END IF;
  IF room = size AND has_more THEN
    FOREACH term IN ARRAY terms LOOP
      at_all := at_all || term;
    END LOOP;
    -- Ranks products with more of the words higher.
    RETURN QUERY SELECT (
        SELECT 1000 - count(*) FILTER (WHERE everything @@ one)::integer * 10 - count(*) FILTER (WHERE title @@ one)::integer
        FROM unnest(terms) AS one
      ),
        product_id, category_id, subcategory_id, lowest_price_paise, original_price_paise, sizes, in_stock, is_bestseller, is_featured, notes,
        review_count, created_at
      FROM product_search WHERE everything @@ at_all LIMIT room;
  END IF;
END $$;
