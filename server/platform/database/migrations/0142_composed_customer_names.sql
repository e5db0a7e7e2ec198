-- back-fill: customer by id, 1000 rows at a time
UPDATE customer SET name = normalize(name, NFC) WHERE id > $1 AND id <= $2 AND name IS NOT NFC NORMALIZED
