-- Notes the days whose sales change (server/operations/reports/roll-up.ts), also by SQL that bypasses the code.
CREATE OR REPLACE FUNCTION note_sales_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_change (day)
    SELECT (NEW.created_at AT TIME ZONE 'Asia/Kolkata')::date
    -- Lost parcels and credited shipping count as returned while the rest of the order is sold.
    UNION SELECT (issued_at AT TIME ZONE 'Asia/Kolkata')::date FROM credit_note
      WHERE order_id = NEW.id AND reason IN ('lost', 'came_back', 'shipping')
    -- As are the costs of units that came back or were lost.
    UNION SELECT (at AT TIME ZONE 'Asia/Kolkata')::date FROM cost_movement
      WHERE order_id = NEW.id AND kind IN ('returned', 'written_off');
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

CREATE OR REPLACE FUNCTION note_sales_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_change (day)
    SELECT (at AT TIME ZONE 'Asia/Kolkata')::date FROM (VALUES (NEW.processed_at)) AS now (at) WHERE at IS NOT NULL
    UNION SELECT (OLD.processed_at AT TIME ZONE 'Asia/Kolkata')::date WHERE TG_OP = 'UPDATE' AND OLD.processed_at IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_processed_at_once AFTER INSERT ON refund
  FOR EACH ROW WHEN (NEW.processed_at IS NOT NULL) EXECUTE FUNCTION note_sales_of_refund();
CREATE OR REPLACE TRIGGER refund_processed AFTER UPDATE OF state, processed_at, amount_paise ON refund
  FOR EACH ROW WHEN (
    (NEW.processed_at IS NOT NULL OR OLD.processed_at IS NOT NULL)
    AND (OLD.state, OLD.processed_at, OLD.amount_paise) IS DISTINCT FROM (NEW.state, NEW.processed_at, NEW.amount_paise)
  ) EXECUTE FUNCTION note_sales_of_refund();

-- Reports by courier read it from the parcel.
CREATE OR REPLACE FUNCTION note_sales_of_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_change (day)
    SELECT (created_at AT TIME ZONE 'Asia/Kolkata')::date FROM customer_order WHERE id = coalesce(NEW.order_id, OLD.order_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER parcel_shipped AFTER INSERT OR DELETE OR UPDATE OF courier ON shipment
  FOR EACH ROW EXECUTE FUNCTION note_sales_of_parcel();

-- What a unit has cost counts on the day of its order, what came back or was lost on its own.
CREATE OR REPLACE FUNCTION note_sales_of_cost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_change (day)
    SELECT (NEW.at AT TIME ZONE 'Asia/Kolkata')::date WHERE NEW.kind NOT IN ('sold', 'cancelled')
    UNION SELECT (created_at AT TIME ZONE 'Asia/Kolkata')::date FROM customer_order
      WHERE id = NEW.order_id AND NEW.kind IN ('sold', 'cancelled');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER cost_moved AFTER INSERT ON cost_movement
  FOR EACH ROW EXECUTE FUNCTION note_sales_of_cost();

-- The provider's fee is known once the payment is paid out; it counts on the day of the order.
CREATE OR REPLACE FUNCTION note_sales_of_fee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_change (day)
    SELECT (customer_order.created_at AT TIME ZONE 'Asia/Kolkata')::date
    FROM payment JOIN customer_order ON customer_order.id = payment.order_id
    WHERE payment.provider = NEW.provider AND payment.provider_payment_id = NEW.item_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER fee_settled AFTER INSERT OR UPDATE OF fee_paise, tax_paise ON settled_item
  FOR EACH ROW WHEN (NEW.fee_paise > 0) EXECUTE FUNCTION note_sales_of_fee();

-- What a courier charges counts on the day of the order; with a parcel that is deleted, its own trigger notes the day.
CREATE OR REPLACE FUNCTION note_sales_of_courier_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_change (day)
    SELECT (customer_order.created_at AT TIME ZONE 'Asia/Kolkata')::date
    FROM shipment JOIN customer_order ON customer_order.id = shipment.order_id
    WHERE shipment.id = coalesce(NEW.shipment_id, OLD.shipment_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER courier_charged AFTER INSERT OR DELETE OR UPDATE ON courier_charge
  FOR EACH ROW EXECUTE FUNCTION note_sales_of_courier_charge();
