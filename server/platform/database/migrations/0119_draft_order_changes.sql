CREATE TABLE "draft_order_former_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"draft_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draft_order" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "draft_order_former_link" ADD CONSTRAINT "draft_order_former_link_draft_id_draft_order_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."draft_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_order_former_link_draft_id_index" ON "draft_order_former_link" USING btree ("draft_id");