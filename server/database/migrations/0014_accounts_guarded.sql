CREATE TABLE "known_network" (
	"customer_id" integer NOT NULL,
	"network_hash" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_network_customer_id_network_hash_pk" PRIMARY KEY("customer_id","network_hash")
);
--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "reference" text;--> statement-breakpoint
UPDATE "contact_message" SET "reference" = 'M-' || "id";--> statement-breakpoint
ALTER TABLE "contact_message" ALTER COLUMN "reference" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "public_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "one_time_code" ADD COLUMN "network_tries" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "known_network" ADD CONSTRAINT "known_network_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_network_by_time" ON "known_network" USING btree ("seen_at");--> statement-breakpoint
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_reference_unique" UNIQUE("reference");--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_publicId_unique" UNIQUE("public_id");
--> statement-breakpoint
-- A request that began before its customer's account was deleted must leave nothing personal behind. The row is locked as a foreign key
-- locks it, so that the insert either comes before the deletion, which then sees it, or waits and is refused.
CREATE FUNCTION refuse_closed_customer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed timestamptz;
BEGIN
  SELECT closed_at INTO closed FROM customer WHERE id = NEW.customer_id FOR KEY SHARE;
  IF closed IS NOT NULL THEN
    RAISE EXCEPTION 'the account is deleted' USING ERRCODE = 'KW401';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER address_of_open_account BEFORE INSERT ON address FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
--> statement-breakpoint
CREATE TRIGGER cart_item_of_open_account BEFORE INSERT ON cart_item FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
--> statement-breakpoint
CREATE TRIGGER customer_order_of_open_account BEFORE INSERT ON customer_order FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
--> statement-breakpoint
CREATE TRIGGER known_network_of_open_account BEFORE INSERT ON known_network FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
--> statement-breakpoint
CREATE TRIGGER review_of_open_account BEFORE INSERT ON review FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
--> statement-breakpoint
CREATE TRIGGER review_upload_of_open_account BEFORE INSERT ON review_upload FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
--> statement-breakpoint
CREATE TRIGGER session_of_open_account BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
--> statement-breakpoint
CREATE TRIGGER wishlist_item_of_open_account BEFORE INSERT ON wishlist_item FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
--> statement-breakpoint
CREATE FUNCTION keep_customer_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the account is deleted' USING ERRCODE = 'KW401';
END $$;
--> statement-breakpoint
CREATE TRIGGER customer_stays_closed BEFORE UPDATE ON customer
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION keep_customer_closed();
