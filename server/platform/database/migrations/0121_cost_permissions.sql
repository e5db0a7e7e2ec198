-- back-fill: staff_role by id, 1000 rows at a time
UPDATE staff_role SET permissions = permissions || '["view_costs"]'::jsonb
  || CASE WHEN permissions ? 'adjust_stock' THEN '["book_purchases"]'::jsonb ELSE '[]' END
  WHERE id > $1 AND id <= $2 AND NOT is_owner AND permissions ? 'view_reports' AND NOT permissions ? 'view_costs';
