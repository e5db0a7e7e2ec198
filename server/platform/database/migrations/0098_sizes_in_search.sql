-- back-fill: product by id, 1000 rows at a time
UPDATE product_search SET title = words.title, everything = words.title || ts_filter(everything, '{b,c,d}')
FROM (
  SELECT id, setweight(to_tsvector('simple', concat_ws(' ', product.title, named, regexp_replace(named, '(\d) +(?=[[:alpha:]])', '\1', 'g'))), 'A') AS title
  FROM product, array_to_string(sizes, ' ') AS named WHERE id > $1 AND id <= $2
) AS words
WHERE product_search.product_id = words.id
