-- back-fill: staff_role by id, 1000 rows at a time
UPDATE staff_role SET permissions = permissions
  || CASE WHEN permissions ? 'view_reports' THEN '["freeze_gst"]'::jsonb ELSE '[]' END
  || CASE WHEN permissions ? 'refund' THEN '["answer_disputes"]'::jsonb ELSE '[]' END
  WHERE id > $1 AND id <= $2 AND NOT is_owner AND NOT permissions ?| ARRAY['freeze_gst', 'answer_disputes'];
