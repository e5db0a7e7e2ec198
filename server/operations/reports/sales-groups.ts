/** Reads the rows of `sales_day_group` from orders, credit notes, refunds and parcels. */

import { type SQL, sql } from "drizzle-orm";
import { isOfRealOrder } from "../../orders/orders/test-orders.ts";
import { creditedPaise, dayOf, isReturn, isSold, isWithin } from "./sales-facts.ts";

/** The table's columns, in the order of the query. */
export const GROUP_COLUMNS = sql.raw(
  "dimension, day, key, orders, units, sales_paise, discount_paise, returns, returned_units, returned_paise, refunds, refunded_paise, net_paise, net_returned_paise, cost_paise, returned_cost_paise, uncosted_units, loss_paise, fee_paise, courier_paise, unbilled_parcels",
);

/**
 * Builds the query of the groups of days. An order counts on the day on which it was placed, while it is paid or confirmed; returned goods
 * count on the day of their credit note, and refunds on the day on which they reached the customer.
 */
export function groupsBetween(from: Date, until: Date): SQL {
  const paid = creditedPaise("note_line");
  const goods = sql`${paid} - note_line.shipping_paise`;
  const netGoods = netOfGoods("note_line", paid);
  // Orders are grouped by their own dimensions, items by product and variant.
  return sql`
    with placed as materialized (
      select id, ${dayOf(sql`created_at`)} as day, total_paise from customer_order
      where ${isWithin(sql`created_at`, from, until)} and ${isSold}
    ), cancelled as materialized (
      select note_line.order_id, note_line.position, sum(note_line.quantity) as quantity, sum(${paid}) as paise, sum(${goods}) as goods_paise,
        sum(note_line.taxable_paise) as net_paise, sum(${netGoods}) as net_goods_paise
      from placed join credit_note note on note.order_id = placed.id and note.reason = 'cancelled'
        join credit_note_line note_line on note_line.credit_note_id = note.id
      group by note_line.order_id, note_line.position
    ), cost as materialized (
      select placed.day, moved.order_id, moved.position, moved.variant_id, sum(case kind when 'sold' then quantity else -quantity end) as units,
        sum(case kind when 'sold' then cost_paise else -cost_paise end) as paise
      from placed join cost_movement moved on moved.order_id = placed.id and kind in ('sold', 'cancelled')
      group by placed.day, moved.order_id, moved.position, moved.variant_id
    ), line as materialized (
      select placed.day, item.order_id, item.product_id, item.variant_id, item.quantity - coalesce(cancelled.quantity, 0) as units,
        item.price_paise * item.quantity::bigint - item.discount_paise - coalesce(cancelled.goods_paise, 0) as paise,
        round(item.discount_paise * (item.quantity - coalesce(cancelled.quantity, 0)) / item.quantity::numeric) as discount_paise,
        item.taxable_paise - coalesce(cancelled.net_paise, 0) as net_paise,
        ${netOfGoods("item", sql`item.price_paise * item.quantity::bigint - item.discount_paise + item.shipping_paise`)} - coalesce(cancelled.net_goods_paise, 0)
          as net_goods_paise,
        greatest(item.quantity - coalesce(cancelled.quantity, 0) - coalesce(cost.units, 0), 0) as uncosted_units
      from placed join order_item item on item.order_id = placed.id and item.price_paise > 0
        left join cancelled on cancelled.order_id = item.order_id and cancelled.position = item.position
        left join cost on cost.order_id = item.order_id and cost.position = item.position and cost.variant_id = item.variant_id
    ), fee as (
      -- Its GST is input credit.
      select payment.order_id, sum(settled_item.fee_paise - settled_item.tax_paise) as paise
      from placed join payment on payment.order_id = placed.id
        join settled_item on settled_item.item_id = payment.provider_payment_id and settled_item.provider = payment.provider
      group by payment.order_id
    ), sold as (
      select placed.id as order_id, day, total_paise - coalesce(cancelled_total.paise, 0) as paise, units, discount_paise, net_paise, uncosted_units,
        coalesce(fee.paise, 0) as fee_paise
      from placed
        join (select order_id, sum(units) as units, sum(discount_paise) as discount_paise, sum(net_paise) as net_paise, sum(uncosted_units) as uncosted_units from line group by order_id) as order_units on order_units.order_id = placed.id
        left join (select order_id, sum(paise) as paise from cancelled group by order_id) as cancelled_total on cancelled_total.order_id = placed.id
        left join fee on fee.order_id = placed.id
    ), returned as materialized (
      select ${dayOf(sql`note.issued_at`)} as day, note.id as note_id, note.order_id, item.product_id, item.variant_id, note_line.quantity,
        ${paid} as paise, ${goods} as goods_paise, note_line.taxable_paise as net_paise, ${netGoods} as net_goods_paise
      from credit_note note join credit_note_line note_line on note_line.credit_note_id = note.id
        join order_item item on item.order_id = note_line.order_id and item.position = note_line.position
      where ${isWithin(sql`note.issued_at`, from, until)} and ${isReturn}
    ), refunded as materialized (
      select ${dayOf(sql`processed_at`)} as day, order_id, amount_paise as paise from refund
      where ${isWithin(sql`processed_at`, from, until)} and state = 'processed' and ${isOfRealOrder(sql`refund.order_id`)}
    ), reversed as materialized (
      -- Of an order that does not count as sold, the cost never counted either; what of it was lost does.
      select ${dayOf(sql`moved.at`)} as day, moved.order_id, moved.variant_id,
        case when kind <> 'adjusted' and ${isSold} then cost_paise else 0 end as cost_paise,
        case when kind = 'returned' then 0 else cost_paise end as loss_paise
      from cost_movement moved left join customer_order on customer_order.id = moved.order_id
      where ${isWithin(sql`moved.at`, from, until)} and kind in ('returned', 'written_off', 'adjusted') and ${isOfRealOrder(sql`moved.order_id`)}
    ), parcel as materialized (
      -- Also of orders that came back, which do not count as sold.
      select ${dayOf(sql`created_at`)} as day, shipment.id as shipment_id, shipment.order_id,
        (select sum(forward_paise + return_paise + cod_paise + other_paise) from courier_charge where shipment_id = shipment.id) as paise
      from customer_order join shipment on shipment.order_id = customer_order.id
      where ${isWithin(sql`created_at`, from, until)} and not is_test
    ), courier as materialized (
      select day, order_id, coalesce(sum(paise), 0) as paise, count(*) filter (where paise is null) as unbilled from parcel group by day, order_id
    ), courier_item as materialized (
      -- An item that was taken out of its order since is of no product.
      select day, item.product_id, item.variant_id, amount_paise as paise
      from parcel join courier_charge on courier_charge.shipment_id = parcel.shipment_id join courier_charge_share share on share.charge_id = courier_charge.id
        left join order_item item on item.order_id = parcel.order_id and item.position = share.position
      where parcel.paise > 0
    ), affected as materialized (
      select id, agent_origin, shipping_address ->> 'state' as state, payment_method, advance_paise, offers from customer_order
      where id in (select id from placed union select order_id from returned union select order_id from refunded union select order_id from reversed union select order_id from courier)
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
      union all select id, 'channel', case when agent_origin is not null then agent_origin when exists (select from draft_order where draft_order.order_id = affected.id) then 'draft_order' else 'shop' end, null
        from affected
    ), fact as (
      select day, dimension, key, 1 as orders, units, paise as sales_paise, coalesce(order_dimension.discount_paise, sold.discount_paise) as discount_paise,
        0 as returns, 0 as returned_units, 0 as returned_paise, 0 as refunds, 0 as refunded_paise,
        net_paise, 0 as net_returned_paise, 0 as cost_paise, 0 as returned_cost_paise, uncosted_units, 0 as loss_paise, fee_paise, 0 as courier_paise, 0 as unbilled_parcels
      from sold join order_dimension using (order_id)
      union all
      select day, dimension, key, 0, 0, 0, 0, case when quantity > 0 then 1 else 0 end, quantity, paise, 0, 0, 0, net_paise, 0, 0, 0, 0, 0, 0, 0
      from (select day, note_id, order_id, sum(quantity) as quantity, sum(paise) as paise, sum(net_paise) as net_paise from returned group by day, note_id, order_id) as note
        join order_dimension using (order_id)
      union all
      select day, dimension, key, 0, 0, 0, 0, 0, 0, 0, 1, paise, 0, 0, 0, 0, 0, 0, 0, 0, 0 from refunded join order_dimension using (order_id)
      union all
      select day, dimension, key, ${NOTHING}, paise, 0, 0, 0, 0, 0, 0
      from (select day, order_id, sum(paise) as paise from cost group by day, order_id) as order_cost join order_dimension using (order_id)
      union all
      select day, dimension, key, ${NOTHING}, 0, cost_paise, 0, loss_paise, 0, 0, 0 from reversed join order_dimension using (order_id)
      union all
      select day, 'total', '', ${NOTHING}, 0, 0, 0, loss_paise, 0, 0, 0 from reversed where order_id is null
      union all
      select day, dimension, key, ${NOTHING}, 0, 0, 0, 0, 0, paise, unbilled from courier join order_dimension using (order_id)
      union all ${ofItems("product", sql`product_id`)}
      union all ${ofItems("variant", sql`variant_id`)}
    )
    select dimension, day, key, sum(orders)::int as orders, sum(units)::int as units, greatest(sum(sales_paise), 0)::bigint as sales_paise,
      sum(discount_paise)::bigint as discount_paise, sum(returns)::int as returns, sum(returned_units)::int as returned_units,
      greatest(sum(returned_paise), 0)::bigint as returned_paise, sum(refunds)::int as refunds, sum(refunded_paise)::bigint as refunded_paise,
      greatest(sum(net_paise), 0)::bigint as net_paise, greatest(sum(net_returned_paise), 0)::bigint as net_returned_paise,
      sum(cost_paise)::bigint as cost_paise, sum(returned_cost_paise)::bigint as returned_cost_paise, sum(uncosted_units)::int as uncosted_units,
      sum(loss_paise)::bigint as loss_paise, sum(fee_paise)::bigint as fee_paise,
      sum(courier_paise)::bigint as courier_paise, sum(unbilled_parcels)::int as unbilled_parcels
    from fact group by dimension, day, key`;
}

/** The measures of sales, returns and refunds, and the net amounts, of a fact about costs alone. */
const NOTHING = sql.raw(Array(11).fill("0").join(", "));

/** The part of a line's taxable value that is not for shipping and fees. @param paid what the line amounts to with both and GST */
const netOfGoods = (line: "item" | "note_line", paid: SQL) =>
  sql`${sql.raw(line)}.taxable_paise - coalesce(round(${sql.raw(line)}.shipping_paise * ${sql.raw(line)}.taxable_paise::numeric / nullif(${paid}, 0)), 0)`;

function ofItems(dimension: "product" | "variant", key: SQL): SQL {
  const name = sql.raw(`'${dimension}'`);
  // Of a size that was deleted the product is unknown.
  const keyOfCost =
    dimension === "variant" ? sql`variant_id` : sql`(select product_id from variant where variant.id = variant_id)`;
  return sql`
    select day, ${name}, ${key}::text, count(distinct order_id), sum(units), sum(paise), sum(discount_paise),
      0, 0, 0, 0, 0, sum(net_goods_paise), 0, 0, 0, sum(uncosted_units), 0, 0, 0, 0
    from line where units > 0 or paise > 0 group by day, ${key}
    union all
    select day, ${name}, ${key}::text, 0, 0, 0, 0, count(distinct note_id), sum(quantity), sum(goods_paise),
      0, 0, 0, sum(net_goods_paise), 0, 0, 0, 0, 0, 0, 0
    from returned where quantity > 0 or goods_paise > 0 group by day, ${key}
    union all
    select day, ${name}, coalesce(${keyOfCost}::text, ''), ${NOTHING}, paise, 0, 0, 0, 0, 0, 0 from cost where paise <> 0
    union all
    select day, ${name}, coalesce(${keyOfCost}::text, ''), ${NOTHING}, 0, cost_paise, 0, loss_paise, 0, 0, 0 from reversed
    union all
    select day, ${name}, coalesce(${key}::text, ''), ${NOTHING}, 0, 0, 0, 0, 0, sum(paise), 0 from courier_item group by day, ${key}
    union all
    select day, ${name}, ${key}::text, ${NOTHING}, 0, 0, 0, 0, 0, 0, sum(unbilled)
    from (select distinct day, order_id, unbilled, ${key} from courier join order_item using (order_id) where unbilled > 0 and price_paise > 0) as unbilled_item
    group by day, ${key}`;
}
