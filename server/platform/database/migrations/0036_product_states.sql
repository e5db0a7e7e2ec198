CREATE TABLE "product_slug" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "state" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "manufacturer" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "meta_title" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "meta_description" text;--> statement-breakpoint
ALTER TABLE "product_slug" ADD CONSTRAINT "product_slug_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_slug_product_id_index" ON "product_slug" USING btree ("product_id");--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_state_check" CHECK ("product"."state" in ('draft', 'scheduled', 'published', 'archived')) NOT VALID;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_publish_at_check" CHECK (("product"."state" = 'scheduled') = ("product"."publish_at" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_published_check" CHECK ("product"."state" = 'published' or "product"."lowest_price_paise" = 0) NOT VALID;