ALTER TABLE "cash_list_entry" ADD COLUMN "author" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "cash_remitted_at" timestamp with time zone;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_remitted_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customer_order SET cash_remitted_at = NEW.recorded_at
    WHERE id = NEW.order_id AND cash_remitted_at IS NULL
      AND total_paise <= (SELECT sum(amount_paise) FROM cash_remittance WHERE order_id = NEW.order_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER cash_remittance_noted AFTER INSERT ON cash_remittance
  FOR EACH ROW EXECUTE FUNCTION note_remitted_order();