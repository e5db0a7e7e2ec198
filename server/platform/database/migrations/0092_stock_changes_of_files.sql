CREATE TABLE "product_file_stock" (
	"variant_id" bigint NOT NULL,
	"stock_before" integer NOT NULL,
	"stock" integer NOT NULL,
	"movement_id" bigint NOT NULL,
	CONSTRAINT "product_file_stock_variant_id_stock_before_stock_pk" PRIMARY KEY("variant_id","stock_before","stock"),
	CONSTRAINT "product_file_stock_stock_before_check" CHECK ("product_file_stock"."stock_before" >= 0),
	CONSTRAINT "product_file_stock_stock_check" CHECK ("product_file_stock"."stock" >= 0)
);
--> statement-breakpoint
ALTER TABLE "product_import_line" ADD COLUMN "file_stock_before" integer;--> statement-breakpoint
ALTER TABLE "product_import_line" ADD COLUMN "file_stock" integer;--> statement-breakpoint
ALTER TABLE "product_file_stock" ADD CONSTRAINT "product_file_stock_variant_id_variant_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variant"("id") ON DELETE cascade ON UPDATE no action;