/**
 * Fills the shop with delivered orders of three years, so that tables and indexes have their size. Their number a day grows from none
 * steadily, as that of a growing shop: a tenth of them is of the last eight weeks.
 */

import { sql } from "drizzle-orm";
import type { Database } from "../../server/platform/database/database.ts";

const BATCH = 50_000;
/** Number of customers with these orders. */
const CUSTOMERS = 20_000;
/** The last is delivered before today. */
const DAYS = 1065;

export async function fillOrders(db: Database, orders: number, say: (line: string) => void): Promise<void> {
  if (orders === 0) return;
  await db.execute(sql`insert into customer (email, name) select 'earlier' || n || '@shop.example', 'Earlier Customer ' || n
    from generate_series(1, ${Math.min(CUSTOMERS, orders)}::int) as n`);
  for (let from = 1; from <= orders; from += BATCH) {
    const to = Math.min(orders, from + BATCH - 1);
    await insertOrders(db, { from, to, orders });
    if (orders > BATCH) say(`${to.toLocaleString("en")} of ${orders.toLocaleString("en")} orders`);
  }
  for (const table of ["customer_order", "order_item", "order_event", "payment", "mail"])
    await db.execute(sql.raw(`vacuum analyze ${table}`));
}

/** Inserts orders with one item of 1,000 rupees, including 18 % GST, and half a day to five days from payment to delivery. */
async function insertOrders(
  db: Database,
  { from, to, orders }: { from: number; to: number; orders: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.execute(sql`set local statement_timeout = 0`);
    await trx.execute(sql`create temporary table made on commit drop as
      select n, (select min(id) from customer where email = 'earlier1@shop.example') + n % ${CUSTOMERS} as customer_place,
        now() - interval '3 years' + sqrt(n / ${orders}::float8) * ${DAYS}::int * interval '1 day' as at
      from generate_series(${from}::int, ${to}::int) as n`);
    await trx.execute(sql`
      with earlier as (select id, row_number() over (order by id) - 1 as place from customer where email like 'earlier%@shop.example'),
      address as (select '{"street":"1 Bench Road","city":"Lucknow","state":"Uttar Pradesh","pincode":"226001"}'::jsonb as value)
      insert into customer_order (number, customer_id, state, customer_name, email, mobile, shipping_address, billing_address, seller,
        subtotal_paise, discount_paise, shipping_paise, total_paise, shop_origin, created_at, pay_until, paid_at, delivered_at,
        invoice_number, invoiced_at)
      select 'KE-' || to_char(n, 'FM0000-00000'), earlier.id, 'delivered', 'Earlier Customer', 'earlier@shop.example', '+919000090000',
        address.value, address.value,
        '{"brand":"Kewra","name":"Kewra","address":["Lucknow"],"gstin":"09AAACK0000A1Z5","state":"Uttar Pradesh"}',
        100000, 0, 0, 100000, 'https://shop.example', at, at + interval '15 minutes', at + interval '1 minute', at + interval '4 days',
        'EA/' || n, at + interval '1 minute'
      from made cross join address
        join earlier on earlier.place = n % (select count(*) from earlier)`);
    await trx.execute(sql`
      insert into order_item (order_id, position, product_id, variant_id, sku, title, label, quantity, price_paise, hsn, gst_percent, taxable_paise,
        cgst_paise, sgst_paise, igst_paise)
      select o.id, 0, 1 + n % 1000, 1 + n % 1000, 'B-' || (1 + n % 1000), 'Earlier product', '50 ml', 1, 100000, '33030090', 18, 84746, 7627, 7627, 0
      from made join customer_order o on o.number = 'KE-' || to_char(n, 'FM0000-00000')`);
    await trx.execute(sql`
      insert into order_event (order_id, state, cause, at)
      select o.id, step.state, step.cause, o.created_at + step.later
      from made join customer_order o on o.number = 'KE-' || to_char(n, 'FM0000-00000')
        cross join (values ('pending', 'customer', interval '0'), ('paid', 'payment', interval '1 minute'),
          ('shipped', 'staff', interval '1 day'), ('delivered', 'staff', interval '4 days')) as step (state, cause, later)`);
    await trx.execute(sql`
      insert into mail (state, recipient, subject, text, html, message_id, created_at, expires_at, sent_at)
      select 'sent', 'earlier@shop.example', 'Order confirmed: ' || o.number, '', '', 'earlier-' || n, o.paid_at, o.paid_at + interval '1 day', o.paid_at
      from made join customer_order o on o.number = 'KE-' || to_char(n, 'FM0000-00000')`);
  });
}
