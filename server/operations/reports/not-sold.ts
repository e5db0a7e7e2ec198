/** Lists a month's units that left the shop without being sold, whose input tax credit is given back (section 17(5)(h) CGST Act). */

import { sql } from "drizzle-orm";
import { isoDayInIndia } from "../../../contract/dates.ts";
import type { Month } from "../../orders/orders/gst/month.ts";
import { isOfRealOrder, isReal } from "../../orders/orders/test-orders.ts";
import type { Database } from "../../platform/database/database.ts";
import { type RowOf, rowsOf } from "../../platform/database/rows.ts";

const ROW = {
  kind: "string",
  at: "string",
  order_number: "string?",
  sku: "string?",
  title: "string?",
  hsn: "string?",
  gst_percent: "number?",
  units: "number",
  lot: "string?",
  reason: "string",
} as const;

/** The columns and their values. */
const CELLS: Record<string, (row: RowOf<typeof ROW>) => string> = {
  date: ({ at }) => isoDayInIndia(new Date(at)),
  kind: ({ kind }) => kind,
  sku: ({ sku }) => sku ?? "",
  product: ({ title }) => title ?? "",
  hsn: ({ hsn }) => hsn ?? "",
  gst_percent: ({ gst_percent }) => (gst_percent === null ? "" : String(gst_percent)),
  units: ({ units }) => String(units),
  lot: ({ lot }) => lot ?? "",
  order_number: ({ order_number }) => order_number ?? "",
  reason: ({ reason }) => reason,
};

/**
 * Yields the header, then free samples that reached customers by the day of their order's invoice, lost and spoilt units, and corrections
 * that took units away. What they cost, and so the tax, the shop does not know.
 */
export async function* notSoldRecords(db: Database, { from, to }: Month): AsyncGenerator<string[]> {
  yield Object.keys(CELLS);
  const inMonth = (time: string) =>
    sql`${sql.raw(time)} >= ${from.toISOString()}::timestamptz and ${sql.raw(time)} < ${to.toISOString()}::timestamptz`;
  const rows = await rowsOf(
    db,
    ROW,
    sql`
    select 'free sample' as kind, invoiced_at as at, customer_order.number as order_number, sku, concat_ws(', ', title, nullif(label, '')) as title, hsn,
      gst_percent::int, quantity - credited_quantity as units, null as lot, '' as reason
    from customer_order join order_item on order_id = id
    where ${inMonth("invoiced_at")} and ${isReal} and price_paise = 0 and quantity > credited_quantity and state not in ('cancelled', 'expired')
    union all
    select case kind when 'written_off' then 'lost or spoilt' else 'correction' end, moved.at, customer_order.number,
      coalesce(sold.sku, variant.sku), concat_ws(', ', coalesce(sold.title, product.title), nullif(coalesce(sold.label, variant.label), '')),
      coalesce(sold.hsn, variant.hsn),
      coalesce(sold.gst_percent, (
        select percent from gst_rate where gst_rate.variant_id = moved.variant_id and valid_from <= (moved.at at time zone 'Asia/Kolkata')::date
        order by valid_from desc limit 1))::int,
      abs(moved.quantity), lot.number, moved.reason
    from stock_movement as moved
    left join customer_order on customer_order.id = moved.order_id
    left join lateral (select * from order_item where order_item.order_id = moved.order_id and order_item.variant_id = moved.variant_id limit 1) as sold on true
    left join variant on variant.id = moved.variant_id
    left join product on product.id = variant.product_id
    left join lot on lot.id = moved.lot_id
    where ${inMonth("moved.at")} and (kind = 'written_off' or (kind = 'adjusted' and moved.quantity < 0)) and ${isOfRealOrder(sql`moved.order_id`)}
    order by 2, 3, 4`,
  );
  yield* rows.map((row) => Object.values(CELLS).map((cell) => cell(row)));
}
