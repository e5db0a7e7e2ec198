-- back-fill: parcel by id, 100 rows at a time
UPDATE "parcel" SET "size" = CASE WHEN "grams" < 500 THEN 'small' ELSE 'large' END, "fills" = "fills" + 1
WHERE "id" > $1 AND "id" <= $2;
