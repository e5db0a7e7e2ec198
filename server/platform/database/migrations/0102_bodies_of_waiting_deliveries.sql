-- back-fill: webhook_delivery by id, 1000 rows at a time
UPDATE webhook_delivery SET data = coalesce(
  (SELECT jsonb_build_object('order', number, 'state', customer_order.state, 'total', trim_scale(total_paise / 100.0), 'paymentMethod', payment_method)
    FROM customer_order WHERE customer_order.id = subject_id AND event LIKE 'order.%'),
  (SELECT jsonb_build_object('sku', sku, 'available', on_hand - reserved)
    FROM variant JOIN stock ON stock.variant_id = variant.id WHERE variant.id = subject_id AND event = 'stock.low'),
  '{}'::jsonb)
WHERE id > $1 AND id <= $2 AND data IS NULL
