/** Reads the rows of `sales_day_group` from orders, credit notes, refunds and parcels. */

import { type SQL, sql } from "drizzle-orm";
import { creditedPaise, dayOf, isReturn, isSoldState, isWithin } from "./sales-facts.ts";

/** The table's columns, in the order of the query. */
export const GROUP_COLUMNS = sql.raw(
  "dimension, day, key, orders, units, sales_paise, discount_paise, returns, returned_units, returned_paise, refunds, refunded_paise",
);

/**
 * Builds the query of the groups of days. An order counts on the day on which it was placed, while it is paid or confirmed; returned goods
 * count on the day of their credit note, and refunds on the day on which they reached the customer.
 */
export function groupsBetween(from: Date, until: Date): SQL {
  const paid = creditedPaise("note_line");
  const goods = sql`${paid} - note_line.shipping_paise`;
  // Orders are grouped by their own dimensions, items by product and variant.
  return sql`
    with placed as materialized (
      select id, ${dayOf(sql`created_at`)} as day, total_paise from customer_order
      where ${isWithin(sql`created_at`, from, until)} and ${isSoldState}
    ), cancelled as materialized (
      select note_line.order_id, note_line.position, sum(note_line.quantity) as quantity, sum(${paid}) as paise, sum(${goods}) as goods_paise
      from placed join credit_note note on note.order_id = placed.id and note.reason = 'cancelled'
        join credit_note_line note_line on note_line.credit_note_id = note.id
      group by note_line.order_id, note_line.position
    ), line as materialized (
      select placed.day, item.order_id, item.product_id, item.variant_id, item.quantity - coalesce(cancelled.quantity, 0) as units,
        item.price_paise * item.quantity::bigint - item.discount_paise - coalesce(cancelled.goods_paise, 0) as paise,
        round(item.discount_paise * (item.quantity - coalesce(cancelled.quantity, 0)) / item.quantity::numeric) as discount_paise
      from placed join order_item item on item.order_id = placed.id and item.price_paise > 0
        left join cancelled on cancelled.order_id = item.order_id and cancelled.position = item.position
    ), sold as (
      select placed.id as order_id, day, total_paise - coalesce(cancelled_total.paise, 0) as paise, units, discount_paise
      from placed
        join (select order_id, sum(units) as units, sum(discount_paise) as discount_paise from line group by order_id) as order_units on order_units.order_id = placed.id
        left join (select order_id, sum(paise) as paise from cancelled group by order_id) as cancelled_total on cancelled_total.order_id = placed.id
    ), returned as materialized (
      select ${dayOf(sql`note.issued_at`)} as day, note.id as note_id, note.order_id, item.product_id, item.variant_id, note_line.quantity,
        ${paid} as paise, ${goods} as goods_paise
      from credit_note note join credit_note_line note_line on note_line.credit_note_id = note.id
        join order_item item on item.order_id = note_line.order_id and item.position = note_line.position
      where ${isWithin(sql`note.issued_at`, from, until)} and ${isReturn}
    ), refunded as materialized (
      select ${dayOf(sql`processed_at`)} as day, order_id, amount_paise as paise from refund
      where ${isWithin(sql`processed_at`, from, until)} and state = 'processed'
    ), affected as materialized (
      select id, shipping_address ->> 'state' as state, payment_method, advance_paise, offers from customer_order
      where id in (select id from placed union select order_id from returned union select order_id from refunded)
    ), order_dimension as (
      -- By order_id first: without statistics PostgreSQL would walk the primary key for each order.
      select id as order_id, 'total' as dimension, '' as key, null::bigint as discount_paise from affected
      union all select id, 'state', coalesce(state, ''), null from affected
      union all select id, 'payment', case payment_method when 'online' then
          coalesce((select nullif(method, '') from payment where order_id = affected.id and state in ('captured', 'refunded') order by order_id, id limit 1), 'online')
        else case when advance_paise > 0 then 'cash_with_advance' else payment_method end end, null from affected
      union all select id, 'courier',
          coalesce((select trim(courier) from shipment where order_id = affected.id and not is_replacement order by order_id, id limit 1), ''), null
        from affected
      union all select id, 'offer', name || coalesce(' (' || code || ')', ''), sum("discountPaise")
        from affected cross join jsonb_to_recordset(offers) as used (name text, code text, "discountPaise" bigint) group by id, 3
    ), fact as (
      select day, dimension, key, 1 as orders, units, paise as sales_paise, coalesce(order_dimension.discount_paise, sold.discount_paise) as discount_paise,
        0 as returns, 0 as returned_units, 0 as returned_paise, 0 as refunds, 0 as refunded_paise
      from sold join order_dimension using (order_id)
      union all
      select day, dimension, key, 0, 0, 0, 0, case when quantity > 0 then 1 else 0 end, quantity, paise, 0, 0
      from (select day, note_id, order_id, sum(quantity) as quantity, sum(paise) as paise from returned group by day, note_id, order_id) as note
        join order_dimension using (order_id)
      union all
      select day, dimension, key, 0, 0, 0, 0, 0, 0, 0, 1, paise from refunded join order_dimension using (order_id)
      union all ${ofItems("product", sql`product_id`)}
      union all ${ofItems("variant", sql`variant_id`)}
    )
    select dimension, day, key, sum(orders)::int as orders, sum(units)::int as units, greatest(sum(sales_paise), 0)::bigint as sales_paise,
      sum(discount_paise)::bigint as discount_paise, sum(returns)::int as returns, sum(returned_units)::int as returned_units,
      greatest(sum(returned_paise), 0)::bigint as returned_paise, sum(refunds)::int as refunds, sum(refunded_paise)::bigint as refunded_paise
    from fact group by dimension, day, key`;
}

function ofItems(dimension: "product" | "variant", key: SQL): SQL {
  return sql`
    select day, ${sql.raw(`'${dimension}'`)}, ${key}::text, count(distinct order_id), sum(units), sum(paise), sum(discount_paise),
      0, 0, 0, 0, 0
    from line where units > 0 or paise > 0 group by day, ${key}
    union all
    select day, ${sql.raw(`'${dimension}'`)}, ${key}::text, 0, 0, 0, 0, count(distinct note_id), sum(quantity), sum(goods_paise),
      0, 0
    from returned where quantity > 0 or goods_paise > 0 group by day, ${key}`;
}
