-- Adds a delivery for each webhook that subscribes to the event, and the job of its subject, in the transaction that causes it. The data are
-- fixed now: every attempt sends the same. While a webhook is off its deliveries wait.
CREATE OR REPLACE FUNCTION report_event(event_name text, subject bigint, reported jsonb) RETURNS void LANGUAGE sql AS $$
  WITH added AS (
    INSERT INTO webhook_delivery (webhook_id, event, subject_id, data, created_at)
      SELECT id, event_name, subject, reported, now() FROM webhook WHERE events ? event_name ORDER BY id
      RETURNING id, webhook_id
  )
  INSERT INTO job (task_identifier, key, payload, run_at)
    SELECT 'deliver_events', concat_ws(' ', 'deliver_events', webhook_id, topic, subject),
        jsonb_build_object('webhookId', webhook_id, 'subject', concat_ws(' ', topic, subject)), now()
      FROM added, split_part(event_name, '.', 1) AS topic ORDER BY id
    ON CONFLICT (key) DO UPDATE
      SET run_at = now(), attempts = 0, failed_at = NULL, last_error = NULL, revision = job.revision + 1;
$$;

-- Nothing about a person: receivers read that by the API.
CREATE OR REPLACE FUNCTION reported_order(of_order bigint, new_state text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('order', number, 'state', coalesce(new_state, state), 'total', trim_scale(total_paise / 100.0),
    'paymentMethod', payment_method) || CASE WHEN is_test THEN '{"test": true}' ELSE '{}' END::jsonb FROM customer_order WHERE id = of_order;
$$;

-- Reports an order as order.paid once: when it is paid, or confirmed for cash on delivery, which is then processed without having been paid.
-- Its next event may repeat the state, for example when units are taken out of the order.
CREATE OR REPLACE FUNCTION report_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state NOT IN ('paid', 'processing') THEN
    PERFORM report_event('order.' || NEW.state, NEW.order_id, reported_order(NEW.order_id, NEW.state));
  ELSIF NOT EXISTS (SELECT FROM order_event WHERE order_id = NEW.order_id AND id < NEW.id AND state IN ('paid', 'processing')) THEN
    PERFORM report_event('order.paid', NEW.order_id, reported_order(NEW.order_id, NEW.state));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER order_event_reported AFTER INSERT ON order_event
  FOR EACH ROW WHEN (NEW.state IN ('paid', 'processing', 'shipped', 'delivered', 'cancelled'))
  EXECUTE FUNCTION report_order_event();

CREATE OR REPLACE FUNCTION report_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM report_event('order.refunded', NEW.order_id, reported_order(NEW.order_id, NULL) || jsonb_build_object('refund',
    jsonb_build_object('id', NEW.id::text, 'amount', trim_scale(NEW.amount_paise / 100.0))));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER refund_reported AFTER INSERT ON refund
  FOR EACH ROW WHEN (NEW.state = 'processed') EXECUTE FUNCTION report_refund();
CREATE OR REPLACE TRIGGER refund_processed_reported AFTER UPDATE OF state ON refund
  FOR EACH ROW WHEN (NEW.state = 'processed' AND OLD.state <> 'processed') EXECUTE FUNCTION report_refund();

-- 5 is LOW_STOCK of server/selling/stock/movements.ts.
CREATE OR REPLACE FUNCTION report_low_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM report_event('stock.low', NEW.variant_id,
    (SELECT jsonb_build_object('sku', sku, 'available', NEW.on_hand - NEW.reserved) FROM variant WHERE id = NEW.variant_id));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER stock_low_reported AFTER UPDATE ON stock
  FOR EACH ROW WHEN (NEW.on_hand - NEW.reserved <= 5 AND OLD.on_hand - OLD.reserved > 5) EXECUTE FUNCTION report_low_stock();
