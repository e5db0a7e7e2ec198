-- Days on which shipping and fees alone were credited: they count as returned now.
INSERT INTO sales_day_change (day)
  SELECT DISTINCT (issued_at AT TIME ZONE 'Asia/Kolkata')::date FROM credit_note WHERE reason = 'shipping';
