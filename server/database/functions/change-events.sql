-- Publishes a change event with the topic in the trigger's argument; every instance invalidates what it rendered from that topic.
CREATE OR REPLACE FUNCTION publish_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changed', TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_deleted AFTER DELETE ON product
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('catalogue');
CREATE OR REPLACE TRIGGER category_changed AFTER INSERT OR UPDATE OR DELETE ON category
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('catalogue');
CREATE OR REPLACE TRIGGER review_changed AFTER INSERT OR UPDATE OR DELETE ON review
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('reviews');
CREATE OR REPLACE TRIGGER banner_changed AFTER INSERT OR UPDATE OR DELETE ON banner
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('content');
CREATE OR REPLACE TRIGGER testimonial_changed AFTER INSERT OR UPDATE OR DELETE ON testimonial
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('content');
CREATE OR REPLACE TRIGGER brand_image_changed AFTER INSERT OR UPDATE OR DELETE ON brand_image
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('content');
CREATE OR REPLACE TRIGGER faq_changed AFTER INSERT OR UPDATE OR DELETE ON faq
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('content');
CREATE OR REPLACE TRIGGER content_page_changed AFTER INSERT OR UPDATE OR DELETE ON content_page
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('content');
CREATE OR REPLACE TRIGGER setting_changed AFTER INSERT OR UPDATE OR DELETE ON setting
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('settings');
