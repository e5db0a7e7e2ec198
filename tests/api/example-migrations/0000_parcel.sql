CREATE TABLE "parcel" (
	"id" bigint PRIMARY KEY,
	"code" text NOT NULL,
	"grams" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "parcel_grams_index" ON "parcel" USING btree ("grams");
