-- back-fill: product by id, 1000 rows at a time
UPDATE product SET shown_variant_id = shown.id, shown_size = shown.label, price_paise = shown.price_paise,
  original_price_paise = shown.original_price_paise,
  lowest_price_paise = CASE product.state WHEN 'published' THEN shown.lowest_price_paise ELSE 0 END,
  highest_price_paise = shown.highest_price_paise
FROM (
  SELECT product_id,
    (array_agg(variant.id ORDER BY NOT on_sale, coalesce(on_hand <= reserved, true), position, variant.id))[1] AS id,
    (array_agg(label ORDER BY NOT on_sale, coalesce(on_hand <= reserved, true), position, variant.id))[1] AS label,
    (array_agg(price_paise ORDER BY NOT on_sale, coalesce(on_hand <= reserved, true), position, variant.id))[1] AS price_paise,
    (array_agg(original_price_paise ORDER BY NOT on_sale, coalesce(on_hand <= reserved, true), position, variant.id))[1]
      AS original_price_paise,
    coalesce(min(price_paise) FILTER (WHERE on_sale AND on_hand > reserved), min(price_paise) FILTER (WHERE on_sale), min(price_paise))
      AS lowest_price_paise,
    coalesce(max(price_paise) FILTER (WHERE on_sale AND on_hand > reserved), max(price_paise) FILTER (WHERE on_sale), max(price_paise))
      AS highest_price_paise
  FROM variant LEFT JOIN stock ON stock.variant_id = variant.id WHERE product_id > $1 AND product_id <= $2 GROUP BY product_id
) AS shown
WHERE product.id = shown.product_id
