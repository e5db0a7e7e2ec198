/** Orders for cash on delivery by their next action. */

import { type SQL, sql } from "drizzle-orm";
import {
  CASH_TABS,
  type CashCounts,
  type CashOrder,
  type CashTab,
  REMITTED_WITHIN_DAYS,
} from "../../../contract/admin/cash.ts";
import { MAX_TAB_COUNT } from "../../../contract/admin/orders.ts";
import { DAY_MS } from "../../../contract/dates.ts";
import type { OrderState } from "../../../contract/orders/schemas.ts";
import { paise, toRupees } from "../../base/money.ts";
import { collectablePaise, isCollected } from "../../orders/orders/balance.ts";
import { CASH_DUE, isOverdue } from "../../orders/orders/cash-due.ts";
import { findAnyOrder } from "../../orders/orders/find-order.ts";
import { NOT_SENT, UNDER_WAY } from "../../orders/orders/lifecycle.ts";
import { conditionOf } from "../../orders/orders/staff/find-by-search.ts";
import { isInStates } from "../../orders/orders/staff/list-all-orders.ts";
import type { Database } from "../../platform/database/database.ts";
import { column, numbersOf, rowsOf } from "../../platform/database/rows.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";

const PAGE_SIZE = 50;

interface Tab {
  /** The condition, without parameters if a partial index is to apply. */
  rows: SQL;
  /** The column since which its orders wait. */
  since: SQL;
}

const inStates = (...states: OrderState[]): Tab => ({
  rows: sql`${isInStates(states)} and ${isCollected}`,
  since: sql`customer_order.created_at`,
});

/** Returns the time before which a delivery must have been made for its cash to be overdue now. */
const overdueUntil = (now: Date) => new Date(now.getTime() - REMITTED_WITHIN_DAYS * DAY_MS);

function tabsAt(now: Date): Readonly<Record<CashTab, Tab>> {
  const until = overdueUntil(now);
  const since = sql`customer_order.delivered_at`;
  return {
    to_confirm: inStates("pending"),
    to_send: inStates(...NOT_SENT),
    on_the_way: inStates(...UNDER_WAY),
    cash_due: { rows: sql`${CASH_DUE} and not ${isOverdue(until)}`, since },
    overdue: { rows: sql`${CASH_DUE} and ${isOverdue(until)}`, since },
    came_back: {
      rows: sql`customer_order.refused_at is not null and customer_order.inspected_at is null`,
      since: sql`customer_order.refused_at`,
    },
  };
}

interface CashQuery {
  tab: CashTab;
  q?: string | undefined;
}

interface Reader {
  staff: Pick<Staff, "permissions">;
  now: Date;
}

/** @throws ApiError (404) for an unknown `after`, (400) for a search that is too short or not the role's */
export async function listCashOrders(
  db: Database,
  { tab, q, after }: CashQuery & { after?: string | undefined },
  { staff, now }: Reader,
): Promise<{ orders: CashOrder[]; hasMore: boolean }> {
  return readPage(db, { tab, after, matching: await matchingOf(db, q, staff) }, now);
}

const matchingOf = async (db: Database, q: string | undefined, { permissions }: Reader["staff"]): Promise<SQL> => {
  const found = q === undefined ? undefined : await conditionOf(db, q, permissions);
  return found ? sql`and ${found}` : sql``;
};

async function readPage(
  db: Database,
  { tab, after, matching }: { tab: CashTab; after: string | undefined; matching: SQL },
  now: Date,
): Promise<{ orders: CashOrder[]; hasMore: boolean }> {
  const { rows: condition, since } = tabsAt(now)[tab];
  const last = after === undefined ? undefined : await findAnyOrder(db, after);
  // Read by SQL, because a Date has no microseconds.
  const beyond = last
    ? sql`and (${since}, customer_order.id) > ((select ${since} from customer_order where id = ${last.id}), ${last.id})`
    : sql``;
  const rows = await rowsOf(
    db,
    {
      number: "string",
      state: column<OrderState>("string"),
      customer_name: "string",
      city: "string",
      total_paise: "number",
      due: "number",
      awaits_advance: "boolean",
      pay_until: "string",
      since: "string",
      remitted: "number",
      parcels: column<{ courier: string; awb: string }[]>("object"),
    },
    sql`select number, state, customer_name, shipping_address ->> 'city' as city, total_paise, ${collectablePaise} as due,
        state = 'pending' and advance_paise > 0 as awaits_advance, pay_until, ${since} as since,
        (select coalesce(sum(amount_paise), 0) from cash_remittance where order_id = customer_order.id) as remitted,
        (select coalesce(json_agg(json_build_object('courier', courier, 'awb', awb) order by shipment.id), '[]') from shipment
          where order_id = customer_order.id and not is_replacement) as parcels
      from customer_order where ${condition} ${matching} ${beyond} order by ${since}, customer_order.id limit ${PAGE_SIZE + 1}`,
  );
  const timeOf = (time: string) => new Date(time).toISOString();
  return {
    orders: rows.slice(0, PAGE_SIZE).map((row) => ({
      number: row.number,
      state: row.state,
      customer: row.customer_name,
      city: row.city,
      total: toRupees(paise(row.total_paise)),
      due: toRupees(paise(row.due)),
      awaitsAdvance: row.awaits_advance,
      remitted: toRupees(paise(row.remitted)),
      since: timeOf(row.since),
      confirmBy: row.state === "pending" ? timeOf(row.pay_until) : null,
      parcels: row.parcels,
    })),
    hasMore: rows.length > PAGE_SIZE,
  };
}

const HEADER = ["order", "state", "customer", "city", "since", "total", "due", "remitted", "courier", "awb"];

/**
 * Returns all orders of a list as the records of a CSV file, read in batches.
 * @throws ApiError (400) for a search that is too short, before the first record: a download that has begun can only break off
 */
export async function exportCashOrders(
  db: Database,
  { tab, q }: CashQuery,
  { staff, now }: Reader,
): Promise<AsyncGenerator<string[]>> {
  return recordsOf(db, { tab, matching: await matchingOf(db, q, staff) }, now);
}

async function* recordsOf(db: Database, query: { tab: CashTab; matching: SQL }, now: Date): AsyncGenerator<string[]> {
  yield HEADER;
  let after: string | undefined;
  do {
    const { orders, hasMore } = await readPage(db, { ...query, after }, now);
    for (const { number, state, customer, city, since, total, due, remitted, parcels } of orders) {
      const couriers = parcels.map(({ courier }) => courier).join(", ");
      const awbs = parcels.map(({ awb }) => awb).join(", ");
      yield [number, state, customer, city, since, String(total), String(due), String(remitted), couriers, awbs];
    }
    after = hasMore ? orders.at(-1)?.number : undefined;
  } while (after !== undefined);
}

/** Counts the orders of each tab, in one statement that reads at most `MAX_TAB_COUNT` index entries for each. */
export async function countCashOrders(db: Database, now: Date): Promise<CashCounts> {
  const counts = Object.entries(tabsAt(now)).map(
    ([tab, { rows }]) =>
      sql`(select count(*)::int from (select 1 from customer_order where ${rows} limit ${MAX_TAB_COUNT}) as found) as ${sql.identifier(tab)}`,
  );
  const [row] = await rowsOf(db, numbersOf(CASH_TABS), sql`select ${sql.join(counts, sql`, `)}`);
  if (!row) throw new Error("no counts");
  return row;
}
