-- A request that began before its customer's account was deleted must store nothing personal. The row is locked as a foreign key locks
-- it: the insert either precedes the deletion, which then sees it, or waits and fails.
CREATE OR REPLACE FUNCTION reject_closed_customer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed timestamptz;
BEGIN
  SELECT closed_at INTO closed FROM customer WHERE id = NEW.customer_id FOR KEY SHARE;
  IF closed IS NOT NULL THEN
    RAISE EXCEPTION 'the account is deleted' USING ERRCODE = 'KW401';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER address_of_open_account BEFORE INSERT ON address
  FOR EACH ROW EXECUTE FUNCTION reject_closed_customer();
CREATE OR REPLACE TRIGGER cart_code_of_open_account BEFORE INSERT ON cart_code
  FOR EACH ROW EXECUTE FUNCTION reject_closed_customer();
CREATE OR REPLACE TRIGGER cart_item_of_open_account BEFORE INSERT ON cart_item
  FOR EACH ROW EXECUTE FUNCTION reject_closed_customer();
CREATE OR REPLACE TRIGGER customer_note_of_open_account BEFORE INSERT ON customer_note
  FOR EACH ROW EXECUTE FUNCTION reject_closed_customer();
CREATE OR REPLACE TRIGGER customer_order_of_open_account BEFORE INSERT ON customer_order
  FOR EACH ROW EXECUTE FUNCTION reject_closed_customer();
CREATE OR REPLACE TRIGGER known_network_of_open_account BEFORE INSERT ON known_network
  FOR EACH ROW EXECUTE FUNCTION reject_closed_customer();
CREATE OR REPLACE TRIGGER review_of_open_account BEFORE INSERT ON review
  FOR EACH ROW EXECUTE FUNCTION reject_closed_customer();
CREATE OR REPLACE TRIGGER review_upload_of_open_account BEFORE INSERT ON review_upload
  FOR EACH ROW EXECUTE FUNCTION reject_closed_customer();
CREATE OR REPLACE TRIGGER session_of_open_account BEFORE INSERT ON session
  FOR EACH ROW EXECUTE FUNCTION reject_closed_customer();
CREATE OR REPLACE TRIGGER wishlist_item_of_open_account BEFORE INSERT ON wishlist_item
  FOR EACH ROW EXECUTE FUNCTION reject_closed_customer();

CREATE OR REPLACE FUNCTION reject_closed_account_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the account is deleted' USING ERRCODE = 'KW401';
END $$;

CREATE OR REPLACE TRIGGER customer_stays_closed BEFORE UPDATE ON customer
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION reject_closed_account_update();
