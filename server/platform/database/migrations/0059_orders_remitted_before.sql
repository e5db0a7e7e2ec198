-- back-fill: customer_order by id, 1000 rows at a time
UPDATE customer_order SET cash_remitted_at = (SELECT max(recorded_at) FROM cash_remittance WHERE order_id = customer_order.id)
WHERE id > $1 AND id <= $2 AND payment_method = 'cash_on_delivery' AND cash_remitted_at IS NULL
  AND total_paise <= (SELECT sum(amount_paise) FROM cash_remittance WHERE order_id = customer_order.id)
