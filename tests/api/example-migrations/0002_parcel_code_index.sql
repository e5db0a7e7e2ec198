-- Codes are unique from here on.
CREATE UNIQUE INDEX CONCURRENTLY "parcel_code_index" ON "parcel" USING btree ("code");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "parcel_grams_index";
