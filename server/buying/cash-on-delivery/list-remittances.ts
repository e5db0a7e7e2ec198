/** The remittances of a period for the back office, and what couriers still owe. */

import { sql } from "drizzle-orm";
import type { OverdueCash, Remittances } from "../../../contract/admin/cash.ts";
import { DAY_MS, isoDayInIndia } from "../../../contract/dates.ts";
import { paise, toRupees } from "../../base/money.ts";
import { remittablePaise } from "../../orders/orders/balance.ts";
import type { Database } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { listOverdue } from "./remittance.ts";

const DEFAULT_DAYS = 30;
const MAX_ROWS = 200;

export async function readRemittances(
  db: Database,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<Remittances> {
  const last = to ?? isoDayInIndia(now);
  const first = from ?? isoDayInIndia(new Date(Date.parse(last) - DEFAULT_DAYS * DAY_MS));
  const rows = await rowsOf(
    db,
    {
      reference: "string",
      utr: "string?",
      received_on: "string",
      parcels: "number",
      remitted: "number",
      due: "number",
    },
    sql`select reference, max(utr) as utr, max(received_on)::text as received_on, count(*)::int as parcels, sum(amount_paise) as remitted,
        sum(${remittablePaise}) as due
      from cash_remittance join customer_order on customer_order.id = cash_remittance.order_id
      where received_on between ${first}::date and ${last}::date
      group by reference order by max(received_on) desc, reference limit ${MAX_ROWS}`,
  );
  const rupees = (amount: number) => toRupees(paise(amount));
  return {
    from: first,
    to: last,
    remittances: rows.map((row) => ({
      reference: row.reference,
      utr: row.utr,
      receivedOn: row.received_on,
      parcels: row.parcels,
      remitted: rupees(row.remitted),
      due: rupees(row.due),
    })),
  };
}

/** Lists the orders whose cash couriers should have remitted by now, within `days` after the delivery. */
export async function listOverdueCash(
  db: Database,
  { days, now }: { days: number; now: Date },
): Promise<OverdueCash[]> {
  const overdue = await listOverdue(db, new Date(now.getTime() - days * DAY_MS), { max: MAX_ROWS });
  return overdue.map(({ number, deliveredAt, duePaise, remittedPaise }) => ({
    order: number,
    deliveredAt: deliveredAt.toISOString(),
    due: toRupees(duePaise),
    remitted: toRupees(remittedPaise),
  }));
}
