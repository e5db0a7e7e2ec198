-- back-fill: product by id, 1000 rows at a time
UPDATE product SET highest_price_paise = coalesce((
  SELECT max(price_paise) FROM variant WHERE variant.product_id = product.id AND (variant.on_sale OR NOT EXISTS (
    SELECT FROM variant AS other WHERE other.product_id = product.id AND other.on_sale))), 0)
WHERE id > $1 AND id <= $2
