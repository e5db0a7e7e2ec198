-- back-fill: product by id, 1000 rows at a time
UPDATE product SET title = normalize(title, NFC), sub_title = normalize(sub_title, NFC), description = normalize(description, NFC),
  ingredients = normalize(ingredients, NFC)
WHERE id > $1 AND id <= $2 AND concat(title, sub_title, description, ingredients) IS NOT NFC NORMALIZED
