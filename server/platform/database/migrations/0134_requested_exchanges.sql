CREATE TABLE "order_return_requested_size" (
	"return_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"variant_id" bigint NOT NULL,
	"sku" text NOT NULL,
	"title" text NOT NULL,
	"label" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_return_requested_size_return_id_position_variant_id_pk" PRIMARY KEY("return_id","position","variant_id"),
	CONSTRAINT "order_return_requested_size_quantity_check" CHECK ("order_return_requested_size"."quantity" >= 1)
);
--> statement-breakpoint
ALTER TABLE "order_return_requested_size" ADD CONSTRAINT "order_return_requested_size_line_fk" FOREIGN KEY ("return_id","position") REFERENCES "public"."order_return_line"("return_id","position") ON DELETE cascade ON UPDATE no action;