/** What must hold of all orders, whatever happened to them. */

import { sql } from "drizzle-orm";
import { rowsOf } from "../api/people.ts";
import type { TestShop } from "../api/shop.ts";

/** Titles of the worlds' sets. */
const SETS = "Ware %-4";

/** Returns each broken rule with the orders or sizes that break it. */
export async function findBookProblems(shop: TestShop): Promise<string[]> {
  const rules: Record<string, ReturnType<typeof sql>> = {
    "refunds exceed the payments": sql`
      select o.number as what from customer_order o
      where (select coalesce(sum(amount_paise), 0) from refund r where r.order_id = o.id)
        > (select coalesce(sum(amount_paise), 0) from payment p where p.order_id = o.id)`,
    "an item is credited more than it was sold for": sql`
      select o.number as what from credit_note_line l join order_item i on i.order_id = l.order_id and i.position = l.position
        join customer_order o on o.id = l.order_id
      group by o.number, i.order_id, i.position
      having sum(l.taxable_paise) > i.taxable_paise or sum(l.cgst_paise) > i.cgst_paise or sum(l.igst_paise) > i.igst_paise
        or sum(l.quantity) > i.quantity`,
    // But for what is owed because another order uses the credit of a set that was sent back.
    "an order of which nothing is kept is not credited in full": sql`
      select o.number as what from customer_order o
      where o.invoice_number is not null and o.state in ('cancelled', 'returned')
        and not exists (select from order_item i where i.order_id = o.id and i.title like ${SETS})
        and o.total_paise <> (select coalesce(sum(taxable_paise + cgst_paise + sgst_paise + igst_paise), 0)
          from credit_note_line l where l.order_id = o.id)`,
    "the ledger differs from the stock": sql`
      select s.variant_id::text as what from stock s
      where s.on_hand <> (
        select coalesce(sum(case when kind in ('received', 'returned', 'adjusted', 'restored') then quantity
          when kind in ('sold', 'withheld') then -quantity else 0 end), 0)
        from stock_movement m where m.variant_id = s.variant_id)`,
    "the tax of an item is not that of its rate": sql`
      select o.number || ' item ' || i.position as what from order_item i join customer_order o on o.id = i.order_id
      where abs((i.cgst_paise + i.sgst_paise + i.igst_paise) * (100 + i.gst_percent)
        - (i.taxable_paise + i.cgst_paise + i.sgst_paise + i.igst_paise)::bigint * i.gst_percent) > (100 + i.gst_percent) * i.quantity
        or i.cgst_paise <> i.sgst_paise or (i.igst_paise > 0 and i.cgst_paise > 0)`,
    "a courier is to collect paise": sql`
      select number as what from customer_order where payment_method = 'cash_on_delivery' 
        and (total_paise - advance_paise - exchanged_paise) % 100 <> 0`,
    "the discounts of the items are not those of the order": sql`
      select o.number as what from customer_order o join order_item i on i.order_id = o.id
      group by o.id having sum(i.discount_paise) <> o.rounding_paise
        + (select coalesce(sum(("used" ->> 'discountPaise')::int), 0) from jsonb_array_elements(o.offers) as used)`,
    "invoice numbers have a gap": gapsIn(
      sql`select invoice_number as number from customer_order union all select number from further_invoice`,
    ),
    "credit note numbers have a gap": gapsIn(sql`select number from credit_note`),
  };
  const problems: string[] = [];
  for (const [rule, query] of Object.entries(rules))
    for (const { what } of await rowsOf<{ what: string }>(shop, sql`${query} limit 3`))
      problems.push(`${rule}: ${what}`);
  return problems;
}

const gapsIn = (numbers: ReturnType<typeof sql>) => sql`
  select max(number) as what from (${numbers}) documents where number is not null
  having count(*) <> max(split_part(number, '/', 3)::int) or count(distinct number) <> count(*)`;
