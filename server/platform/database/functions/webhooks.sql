-- Adds a delivery and its job for each webhook that subscribes to the event, in the transaction that causes it.
CREATE OR REPLACE FUNCTION report_to_webhooks(event_name text, subject bigint) RETURNS void LANGUAGE sql AS $$
  WITH added AS (
    INSERT INTO webhook_delivery (webhook_id, event, subject_id, created_at)
      SELECT id, event_name, subject, now() FROM webhook WHERE disabled_at IS NULL AND events ? event_name
      RETURNING id
  )
  INSERT INTO job (task_identifier, payload, run_at)
    SELECT 'deliver_webhook', jsonb_build_object('deliveryId', id), now() FROM added;
$$;

-- Reports an order for cash on delivery as order.paid when it is confirmed: it is then processed without having been paid.
CREATE OR REPLACE FUNCTION report_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'processing' THEN
    PERFORM report_to_webhooks('order.' || NEW.state, NEW.order_id);
  ELSIF (SELECT state FROM order_event WHERE order_id = NEW.order_id AND id < NEW.id ORDER BY id DESC LIMIT 1) = 'pending' THEN
    PERFORM report_to_webhooks('order.paid', NEW.order_id);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER order_event_reported AFTER INSERT ON order_event
  FOR EACH ROW WHEN (NEW.state IN ('paid', 'processing', 'shipped', 'delivered', 'cancelled'))
  EXECUTE FUNCTION report_order_event();

CREATE OR REPLACE FUNCTION report_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM report_to_webhooks('order.refunded', NEW.order_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER refund_reported AFTER INSERT ON refund
  FOR EACH ROW WHEN (NEW.state = 'processed') EXECUTE FUNCTION report_refund();
CREATE OR REPLACE TRIGGER refund_processed_reported AFTER UPDATE OF state ON refund
  FOR EACH ROW WHEN (NEW.state = 'processed' AND OLD.state <> 'processed') EXECUTE FUNCTION report_refund();

-- 5 is LOW_STOCK of server/selling/stock/movements.ts.
CREATE OR REPLACE FUNCTION report_low_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM report_to_webhooks('stock.low', NEW.variant_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER stock_low_reported AFTER UPDATE ON stock
  FOR EACH ROW WHEN (NEW.on_hand - NEW.reserved <= 5 AND OLD.on_hand - OLD.reserved > 5) EXECUTE FUNCTION report_low_stock();
