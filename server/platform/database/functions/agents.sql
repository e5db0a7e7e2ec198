-- Adds the job that tells the platform, whose agent brought an order, of a change. The job reads the order when it runs, so one covers all changes
-- until then.
CREATE OR REPLACE FUNCTION notify_agent(of_order bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO job (task_identifier, key, payload, run_at)
    SELECT 'notify_agent', 'notify_agent ' || id, jsonb_build_object('orderId', id), now()
      FROM customer_order WHERE id = of_order AND agent_origin IS NOT NULL
    ON CONFLICT (key) DO UPDATE
      SET run_at = now(), attempts = 0, failed_at = NULL, last_error = NULL, revision = job.revision + 1;
$$;

CREATE OR REPLACE FUNCTION notify_agent_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_agent(NEW.id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER customer_order_agent_notified AFTER INSERT OR UPDATE ON customer_order
  FOR EACH ROW WHEN (NEW.agent_origin IS NOT NULL) EXECUTE FUNCTION notify_agent_of_order();

CREATE OR REPLACE FUNCTION notify_agent_of_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_agent(NEW.order_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER shipment_agent_notified AFTER INSERT OR UPDATE ON shipment
  FOR EACH ROW EXECUTE FUNCTION notify_agent_of_part();
CREATE OR REPLACE TRIGGER refund_agent_notified AFTER INSERT OR UPDATE OF state ON refund
  FOR EACH ROW EXECUTE FUNCTION notify_agent_of_part();
CREATE OR REPLACE TRIGGER credit_note_agent_notified AFTER INSERT ON credit_note
  FOR EACH ROW EXECUTE FUNCTION notify_agent_of_part();
