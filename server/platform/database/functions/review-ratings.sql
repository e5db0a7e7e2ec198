-- Adds each published review to the rating counts of its product, and subtracts it, in the transaction that changes the review.
CREATE OR REPLACE FUNCTION review_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE product SET review_count = review_count - 1, rating_sum = rating_sum - OLD.rating,
      rating_counts[OLD.rating] = rating_counts[OLD.rating] - 1 WHERE id = OLD.product_id AND OLD.state = 'published';
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE product SET review_count = review_count + 1, rating_sum = rating_sum + NEW.rating,
      rating_counts[NEW.rating] = rating_counts[NEW.rating] + 1 WHERE id = NEW.product_id AND NEW.state = 'published';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_added_or_removed AFTER INSERT OR DELETE ON review
  FOR EACH ROW EXECUTE FUNCTION review_counts();
CREATE OR REPLACE TRIGGER review_rating_changed AFTER UPDATE OF rating, product_id, state ON review
  FOR EACH ROW WHEN ((OLD.rating, OLD.product_id, OLD.state) IS DISTINCT FROM (NEW.rating, NEW.product_id, NEW.state))
  EXECUTE FUNCTION review_counts();
