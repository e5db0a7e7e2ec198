-- Days on which parcels of orders got lost or came back: they count as returned if the rest of the order is sold.
INSERT INTO sales_day_change (day)
  SELECT DISTINCT (issued_at AT TIME ZONE 'Asia/Kolkata')::date FROM credit_note WHERE reason IN ('lost', 'came_back');
