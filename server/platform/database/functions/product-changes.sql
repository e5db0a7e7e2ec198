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

-- Listings and searches show the products with a lowest price, a column of their indexes. So only a published product has one.
CREATE OR REPLACE FUNCTION hide_unpublished_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.lowest_price_paise := 0;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER product_unpublished BEFORE INSERT OR UPDATE OF state, lowest_price_paise ON product
  FOR EACH ROW WHEN (NEW.state <> 'published') EXECUTE FUNCTION hide_unpublished_product();

-- Gives a changed product the next version, by which the back office rejects a change based on an older one and pages learn of it. Reviews
-- change no version, nor do sales, whose columns project variants and stock.
CREATE OR REPLACE FUNCTION next_product_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed product := NEW;
BEGIN
  changed.rating_counts := OLD.rating_counts;
  changed.review_count := OLD.review_count;
  changed.rating_sum := OLD.rating_sum;
  changed.first_variant_id := OLD.first_variant_id;
  changed.shown_variant_id := OLD.shown_variant_id;
  changed.shown_size := OLD.shown_size;
  changed.price_paise := OLD.price_paise;
  changed.original_price_paise := OLD.original_price_paise;
  changed.lowest_price_paise := OLD.lowest_price_paise;
  changed.highest_price_paise := OLD.highest_price_paise;
  changed.sizes := OLD.sizes;
  changed.in_stock := OLD.in_stock;
  IF changed IS DISTINCT FROM OLD THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER product_next_version BEFORE UPDATE ON product
  FOR EACH ROW EXECUTE FUNCTION next_product_version();

-- The same for categories. Their order has no version: it changes as a whole (server/shop/catalogue/category-tree.ts).
CREATE OR REPLACE FUNCTION next_category_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER category_next_version BEFORE UPDATE OF slug, parent_id, name, description, image, common_name, google_category, meta_title, meta_description ON category
  FOR EACH ROW EXECUTE FUNCTION next_category_version();

-- A search row derives from a product and its categories. Locking the categories first makes a concurrent rename wait; otherwise the later
-- of the two would store what the earlier has just replaced.
CREATE OR REPLACE FUNCTION product_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM category WHERE id IN (NEW.category_id, NEW.subcategory_id) ORDER BY id FOR SHARE;
  PERFORM product_search_refresh(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

-- Refreshes all products of a statement at once, since imports add hundreds.
CREATE OR REPLACE FUNCTION products_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM category WHERE id IN (SELECT category_id FROM added UNION SELECT subcategory_id FROM added) ORDER BY id FOR SHARE;
  PERFORM product_search_refresh(ARRAY(SELECT id FROM added));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_searched_first AFTER INSERT ON product
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_searched();
CREATE OR REPLACE TRIGGER product_searched_again AFTER UPDATE OF title, sub_title, top_notes, heart_notes, base_notes, notes, scent_family,
  concentration, category_id, subcategory_id, ingredients, description, key_benefits, keywords, sizes ON product
  FOR EACH ROW WHEN (
    (OLD.title, OLD.sub_title, OLD.notes, OLD.scent_family, OLD.concentration, OLD.category_id, OLD.subcategory_id, OLD.ingredients,
     OLD.description, OLD.key_benefits, OLD.keywords, OLD.sizes)
    IS DISTINCT FROM
    (NEW.title, NEW.sub_title, NEW.notes, NEW.scent_family, NEW.concentration, NEW.category_id, NEW.subcategory_id, NEW.ingredients,
     NEW.description, NEW.key_benefits, NEW.keywords, NEW.sizes)
  ) EXECUTE FUNCTION product_searched();

-- Copies the columns that sales and prices change often, without computing the words again, which takes longer. With the state, because
-- product_unpublished changes a price that the statement does not set.
CREATE OR REPLACE FUNCTION product_listing_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_search SET lowest_price_paise = NEW.lowest_price_paise, original_price_paise = NEW.original_price_paise, sizes = NEW.sizes,
    in_stock = NEW.in_stock, is_bestseller = NEW.is_bestseller, is_featured = NEW.is_featured, review_count = NEW.review_count,
    created_at = NEW.created_at
    WHERE product_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_listing_changed AFTER UPDATE OF state, lowest_price_paise, original_price_paise, sizes, in_stock,
  is_bestseller, is_featured, review_count, created_at ON product
  FOR EACH ROW WHEN (
    (OLD.lowest_price_paise, OLD.original_price_paise, OLD.sizes, OLD.in_stock, OLD.is_bestseller, OLD.is_featured, OLD.review_count,
     OLD.created_at)
    IS DISTINCT FROM
    (NEW.lowest_price_paise, NEW.original_price_paise, NEW.sizes, NEW.in_stock, NEW.is_bestseller, NEW.is_featured, NEW.review_count,
     NEW.created_at)
  ) EXECUTE FUNCTION product_listing_changed();

CREATE OR REPLACE FUNCTION category_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_search_refresh(ARRAY(SELECT id FROM product WHERE category_id = NEW.id OR subcategory_id = NEW.id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_renamed AFTER UPDATE OF name ON category
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION category_renamed();

-- Deletes the certificate with its claim, also if SQL removes the claim.
CREATE OR REPLACE FUNCTION delete_claim_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM claim_proof WHERE product_id = NEW.id AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(NEW.claims) AS claim
    WHERE claim ->> 'body' = claim_proof.body AND claim ->> 'number' = claim_proof.number
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_claims_removed AFTER UPDATE OF claims ON product
  FOR EACH ROW WHEN (OLD.claims IS DISTINCT FROM NEW.claims) EXECUTE FUNCTION delete_claim_proofs();
