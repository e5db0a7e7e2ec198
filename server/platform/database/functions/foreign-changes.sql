-- Flags changes that bypass the shop's code, such as by psql, in the audit log. The shop names its connections (server/platform/database/postgresql.ts).
-- Of the values only numbers, flags and states are logged: texts may be personal or secret.
CREATE OR REPLACE FUNCTION flag_foreign_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  any_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  columns text[];
  shown text[];
  order_number text;
BEGIN
  SELECT array_agg(key ORDER BY key), array_agg(key ORDER BY key) FILTER (WHERE key = 'state'
      OR jsonb_typeof(coalesce(new_row -> key, 'null')) IN ('number', 'boolean')
      OR jsonb_typeof(coalesce(old_row -> key, 'null')) IN ('number', 'boolean'))
    INTO columns, shown
    FROM jsonb_object_keys(any_row) AS key WHERE old_row -> key IS DISTINCT FROM new_row -> key;
  IF columns IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'customer_order' THEN
    order_number := any_row ->> 'number';
  ELSIF any_row ? 'order_id' THEN
    SELECT number INTO order_number FROM customer_order WHERE id = (any_row ->> 'order_id')::bigint;
  END IF;
  INSERT INTO audit_entry (at, actor, role, action, subject_type, subject_id, before, after, request_id)
    VALUES (now(), 'Database, as ' || session_user, '', 'database.' || lower(TG_OP),
      CASE WHEN order_number IS NULL THEN TG_TABLE_NAME ELSE 'order' END,
      coalesce(order_number, any_row ->> 'name', any_row ->> 'variant_id', any_row ->> 'id', ''),
      CASE WHEN TG_OP <> 'INSERT' THEN (SELECT jsonb_object_agg(key, old_row -> key) FROM unnest(shown) AS key) END,
      jsonb_build_object('table', TG_TABLE_NAME, 'columns', columns)
        || coalesce((SELECT jsonb_object_agg(key, new_row -> key) FROM unnest(shown) AS key WHERE TG_OP <> 'DELETE'), '{}'), '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER customer_order_changed_by_hand AFTER INSERT OR UPDATE OR DELETE ON customer_order
  FOR EACH ROW WHEN (current_setting('application_name') NOT LIKE 'kewra%') EXECUTE FUNCTION flag_foreign_change();
CREATE OR REPLACE TRIGGER order_item_changed_by_hand AFTER INSERT OR UPDATE OR DELETE ON order_item
  FOR EACH ROW WHEN (current_setting('application_name') NOT LIKE 'kewra%') EXECUTE FUNCTION flag_foreign_change();
CREATE OR REPLACE TRIGGER payment_changed_by_hand AFTER INSERT OR UPDATE OR DELETE ON payment
  FOR EACH ROW WHEN (current_setting('application_name') NOT LIKE 'kewra%') EXECUTE FUNCTION flag_foreign_change();
CREATE OR REPLACE TRIGGER refund_changed_by_hand AFTER INSERT OR UPDATE OR DELETE ON refund
  FOR EACH ROW WHEN (current_setting('application_name') NOT LIKE 'kewra%') EXECUTE FUNCTION flag_foreign_change();
CREATE OR REPLACE TRIGGER credit_note_changed_by_hand AFTER INSERT OR UPDATE OR DELETE ON credit_note
  FOR EACH ROW WHEN (current_setting('application_name') NOT LIKE 'kewra%') EXECUTE FUNCTION flag_foreign_change();
CREATE OR REPLACE TRIGGER variant_changed_by_hand AFTER INSERT OR UPDATE OR DELETE ON variant
  FOR EACH ROW WHEN (current_setting('application_name') NOT LIKE 'kewra%') EXECUTE FUNCTION flag_foreign_change();
CREATE OR REPLACE TRIGGER stock_changed_by_hand AFTER INSERT OR UPDATE OR DELETE ON stock
  FOR EACH ROW WHEN (current_setting('application_name') NOT LIKE 'kewra%') EXECUTE FUNCTION flag_foreign_change();
CREATE OR REPLACE TRIGGER setting_changed_by_hand AFTER INSERT OR UPDATE OR DELETE ON setting
  FOR EACH ROW WHEN (current_setting('application_name') NOT LIKE 'kewra%') EXECUTE FUNCTION flag_foreign_change();
CREATE OR REPLACE TRIGGER staff_role_changed_by_hand AFTER INSERT OR UPDATE OR DELETE ON staff_role
  FOR EACH ROW WHEN (current_setting('application_name') NOT LIKE 'kewra%') EXECUTE FUNCTION flag_foreign_change();
CREATE OR REPLACE TRIGGER staff_member_changed_by_hand AFTER INSERT OR UPDATE OR DELETE ON staff_member
  FOR EACH ROW WHEN (current_setting('application_name') NOT LIKE 'kewra%') EXECUTE FUNCTION flag_foreign_change();
