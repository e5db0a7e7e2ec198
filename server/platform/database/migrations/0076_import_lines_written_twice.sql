-- back-fill: product_import_line by id, 10,000 rows at a time
DELETE FROM product_import_line WHERE id > $1 AND id <= $2 AND id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY import_id, row ORDER BY outcome IS NULL, id) AS copy
    FROM product_import_line WHERE row IS NOT NULL
      AND import_id IN (SELECT import_id FROM product_import_line WHERE id > $1 AND id <= $2)
  ) AS numbered WHERE copy > 1
);
