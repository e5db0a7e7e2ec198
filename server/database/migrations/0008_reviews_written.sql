CREATE TABLE "review_upload" (
	"path" text PRIMARY KEY NOT NULL,
	"customer_id" integer,
	"review_id" integer,
	"picture" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "review_by_product";--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "videos" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "state" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "review_upload" ADD CONSTRAINT "review_upload_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_upload" ADD CONSTRAINT "review_upload_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_upload_by_review" ON "review_upload" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "review_upload_left_over" ON "review_upload" USING btree ("created_at") WHERE review_id is null;--> statement-breakpoint
CREATE INDEX "review_upload_by_customer" ON "review_upload" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "review_to_look_at" ON "review" USING btree ("changed_at") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "review_by_product" ON "review" USING btree ("product_id","created_at","id") WHERE state = 'published';--> statement-breakpoint
UPDATE "review" SET "changed_at" = "created_at";
--> statement-breakpoint
-- The stars of a product are those of the reviews that shoppers see: one that is held or rejected does not count.
CREATE OR REPLACE FUNCTION review_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE product SET review_count = review_count - 1, rating_sum = rating_sum - OLD.rating,
      rating_counts[OLD.rating] = rating_counts[OLD.rating] - 1 WHERE id = OLD.product_id AND OLD.state = 'published';
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE product SET review_count = review_count + 1, rating_sum = rating_sum + NEW.rating,
      rating_counts[NEW.rating] = rating_counts[NEW.rating] + 1 WHERE id = NEW.product_id AND NEW.state = 'published';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER review_rated_anew ON review;
--> statement-breakpoint
CREATE TRIGGER review_rated_anew AFTER UPDATE OF rating, product_id, state ON review
  FOR EACH ROW WHEN ((OLD.rating, OLD.product_id, OLD.state) IS DISTINCT FROM (NEW.rating, NEW.product_id, NEW.state))
  EXECUTE FUNCTION review_counts();
