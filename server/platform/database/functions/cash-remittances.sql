-- Notes an order for cash on delivery as remitted once all remittances together pay what its courier collects: its total less its advance and
-- what exchanges have added.
-- A correction to less makes it due again, unless it was written off.
CREATE OR REPLACE FUNCTION note_remitted_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE remitted bigint := (SELECT sum(amount_paise) FROM cash_remittance WHERE order_id = NEW.order_id);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE customer_order SET cash_remitted_at = NULL
      WHERE id = NEW.order_id AND cash_remitted_at IS NOT NULL
        AND total_paise - advance_paise - exchanged_paise > remitted
        AND total_paise - advance_paise - exchanged_paise <= remitted - NEW.amount_paise + OLD.amount_paise;
  END IF;
  UPDATE customer_order SET cash_remitted_at = NEW.recorded_at
    WHERE id = NEW.order_id AND cash_remitted_at IS NULL AND payment_method = 'cash_on_delivery'
      AND total_paise - advance_paise - exchanged_paise <= remitted;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER cash_remittance_noted AFTER INSERT OR UPDATE OF amount_paise ON cash_remittance
  FOR EACH ROW EXECUTE FUNCTION note_remitted_order();
