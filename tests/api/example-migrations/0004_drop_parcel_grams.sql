-- contract: needs 0001_parcel_size
ALTER TABLE "parcel" DROP COLUMN "grams";
