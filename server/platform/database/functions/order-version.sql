-- Gives a changed order the next version, by which the back office rejects a change based on an older one, and the time of its change.
CREATE OR REPLACE FUNCTION next_order_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version = OLD.version + 1;
  NEW.changed_at = now();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER customer_order_next_version BEFORE UPDATE ON customer_order
  FOR EACH ROW EXECUTE FUNCTION next_order_version();
