-- back-fill: product by id, 1000 rows at a time
UPDATE product_search SET lowest_price_paise = 0
FROM product
WHERE product.id > $1 AND product.id <= $2 AND product.state <> 'published'
  AND product_search.product_id = product.id AND product_search.lowest_price_paise <> 0
