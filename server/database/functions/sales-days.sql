-- Notes the days whose sales change (server/reports/roll-up.ts), also by SQL that bypasses the code.
CREATE OR REPLACE FUNCTION note_sales_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_change (day) VALUES ((NEW.created_at AT TIME ZONE 'Asia/Kolkata')::date);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_sold_at_once AFTER INSERT ON customer_order
  FOR EACH ROW WHEN (NEW.state NOT IN ('pending', 'expired', 'cancelled')) EXECUTE FUNCTION note_sales_of_order();
CREATE OR REPLACE TRIGGER order_sold_or_cancelled AFTER UPDATE OF state, total_paise, shipping_address ON customer_order
  FOR EACH ROW WHEN (
    (OLD.state IN ('pending', 'expired', 'cancelled')) <> (NEW.state IN ('pending', 'expired', 'cancelled'))
    OR OLD.total_paise <> NEW.total_paise
    OR OLD.shipping_address ->> 'state' IS DISTINCT FROM NEW.shipping_address ->> 'state'
  ) EXECUTE FUNCTION note_sales_of_order();

-- Goods come back on the day of the credit note; what is cancelled was never sold, so it changes the day of the order.
CREATE OR REPLACE FUNCTION note_sales_of_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_change (day)
    SELECT (NEW.issued_at AT TIME ZONE 'Asia/Kolkata')::date
    UNION SELECT (created_at AT TIME ZONE 'Asia/Kolkata')::date FROM customer_order WHERE id = NEW.order_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER credit_note_issued AFTER INSERT ON credit_note
  FOR EACH ROW EXECUTE FUNCTION note_sales_of_credit();
