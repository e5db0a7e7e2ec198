CREATE TABLE "category_slug" (
	"slug" text PRIMARY KEY NOT NULL,
	"category_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "category" ADD COLUMN "meta_title" text;--> statement-breakpoint
ALTER TABLE "category" ADD COLUMN "meta_description" text;--> statement-breakpoint
ALTER TABLE "category" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "category_slug" ADD CONSTRAINT "category_slug_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "category_slug_category_id_index" ON "category_slug" USING btree ("category_id");