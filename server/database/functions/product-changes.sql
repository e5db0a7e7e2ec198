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
CREATE OR REPLACE FUNCTION product_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM category WHERE id IN (NEW.category_id, NEW.subcategory_id) ORDER BY id FOR SHARE;
  PERFORM product_search_refresh(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_searched_first AFTER INSERT ON product
  FOR EACH ROW EXECUTE FUNCTION product_searched();
CREATE OR REPLACE TRIGGER product_searched_again AFTER UPDATE OF title, sub_title, top_notes, heart_notes, base_notes, notes, scent_family,
  concentration, category_id, subcategory_id, ingredients, description, key_benefits, keywords ON product
  FOR EACH ROW WHEN (
    (OLD.title, OLD.sub_title, OLD.notes, OLD.scent_family, OLD.concentration, OLD.category_id, OLD.subcategory_id, OLD.ingredients,
     OLD.description, OLD.key_benefits, OLD.keywords)
    IS DISTINCT FROM
    (NEW.title, NEW.sub_title, NEW.notes, NEW.scent_family, NEW.concentration, NEW.category_id, NEW.subcategory_id, NEW.ingredients,
     NEW.description, NEW.key_benefits, NEW.keywords)
  ) EXECUTE FUNCTION product_searched();

CREATE OR REPLACE FUNCTION category_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_search_refresh(ARRAY(SELECT id FROM product WHERE category_id = NEW.id OR subcategory_id = NEW.id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_renamed AFTER UPDATE OF name ON category
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION category_renamed();
