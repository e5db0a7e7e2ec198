-- contract: needs 0152_couriers
-- Nothing has ever written it: photos are in packed_parcel.
ALTER TABLE "weight_difference" DROP COLUMN "photos";