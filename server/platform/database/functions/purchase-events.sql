-- Queues what services that measure purchases are told of an order, once: when it is paid, or confirmed for cash on delivery, like the webhook
-- event order.paid.
CREATE OR REPLACE FUNCTION queue_purchase_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH due AS (
    UPDATE purchase_event SET purchased_at = NEW.at WHERE order_id = NEW.order_id AND purchased_at IS NULL RETURNING service
  )
  INSERT INTO job (task_identifier, key, payload, run_at)
    SELECT 'send_purchase_event', concat_ws(' ', 'send_purchase_event', NEW.order_id, service),
        jsonb_build_object('orderId', NEW.order_id, 'service', service), now()
      FROM due ORDER BY service
    ON CONFLICT (key) DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER order_event_measured AFTER INSERT ON order_event
  FOR EACH ROW WHEN (NEW.state IN ('paid', 'processing'))
  EXECUTE FUNCTION queue_purchase_events();
