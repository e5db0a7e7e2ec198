-- Publishes staff's changes, also those made by psql, with the topic in the trigger's argument. NOTIFY locks out other notifying
-- transactions until the commit is durable, so nothing that customers do may fire it: their changes are published after the commit
-- (server/platform/database/change-events.ts). Only published products are on pages: an import of thousands of drafts invalidates none.
CREATE OR REPLACE FUNCTION publish_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[1] = 'if published' THEN
    IF coalesce(NEW.state, OLD.state) <> 'published' THEN
      RETURN NULL;
    END IF;
  ELSIF TG_ARGV[1] = 'if its product is published' THEN
    IF NOT EXISTS (SELECT FROM product WHERE id = coalesce(NEW.product_id, OLD.product_id) AND state = 'published') THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM pg_notify('shop_changed', TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_added_or_deleted AFTER INSERT OR DELETE ON product
  FOR EACH ROW EXECUTE FUNCTION publish_change('catalogue', 'if published');
-- Staff's changes count a version (product-changes.sql).
CREATE OR REPLACE TRIGGER product_changed AFTER UPDATE ON product
  FOR EACH ROW WHEN (OLD.version <> NEW.version AND 'published' IN (OLD.state, NEW.state)) EXECUTE FUNCTION publish_change('catalogue');
CREATE OR REPLACE TRIGGER variant_changed AFTER INSERT OR UPDATE OR DELETE ON variant
  FOR EACH ROW EXECUTE FUNCTION publish_change('catalogue', 'if its product is published');
CREATE OR REPLACE TRIGGER category_changed AFTER INSERT OR UPDATE OR DELETE ON category
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('catalogue');
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
CREATE OR REPLACE TRIGGER redirect_changed AFTER INSERT OR UPDATE OR DELETE ON redirect
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('content');
-- Every page shows the menus, with the shop's details.
CREATE OR REPLACE TRIGGER content_list_changed AFTER INSERT OR UPDATE OR DELETE ON content_list
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('settings');
CREATE OR REPLACE TRIGGER setting_changed AFTER INSERT OR UPDATE OR DELETE ON setting
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('settings');
CREATE OR REPLACE TRIGGER shipping_zone_changed AFTER INSERT OR UPDATE OR DELETE ON shipping_zone
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('settings');
CREATE OR REPLACE TRIGGER shipping_method_changed AFTER INSERT OR UPDATE OR DELETE ON shipping_method
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('settings');
CREATE OR REPLACE TRIGGER shipping_rate_changed AFTER INSERT OR UPDATE OR DELETE ON shipping_rate
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('settings');
CREATE OR REPLACE TRIGGER shipping_holiday_changed AFTER INSERT OR UPDATE OR DELETE ON shipping_holiday
  FOR EACH STATEMENT EXECUTE FUNCTION publish_change('settings');
