/** Sales of today, and of the last days, today included, compared with those before. */

import { and, desc, gte, inArray, lt, sql, sum } from "drizzle-orm";
import { COMPARED_DAYS, type SalesOverview, type SalesTotals } from "../../../contract/admin/home.ts";
import { DAY_MS, isoDayInIndia, startOfDayInIndia } from "../../../contract/dates.ts";
import { sumInRupees } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { numbersOf, rowsOf } from "../../platform/database/rows.ts";
import { product, salesDay, salesDayProduct, salesDayState } from "../../platform/database/schema.ts";
import { creditedPaise, isReturn, isSold } from "./sales-facts.ts";

const BEST_SELLERS = 5;
const STATES = 8;

/** Reads today from its orders, and every other day from the roll-up, so that it is as fast with a million orders as with none. */
export async function readSalesOverview(db: Database, now: Date): Promise<SalesOverview> {
  const today = isoDayInIndia(now);
  const daysAgo = (days: number) => isoDayInIndia(new Date(startOfDayInIndia(today).getTime() - days * DAY_MS));
  const [since, compared] = [daysAgo(COMPARED_DAYS - 1), daysAgo(2 * COMPARED_DAYS - 1)];
  const [days, bestSellers, states, todays] = await Promise.all([
    db
      .select()
      .from(salesDay)
      .where(and(gte(salesDay.day, compared), lt(salesDay.day, today)))
      .orderBy(salesDay.day),
    readBestSellers(db, since),
    readStates(db, since),
    readToday(db, startOfDayInIndia(today)),
  ]);
  const last = [...days.filter(({ day }) => day >= since), { day: today, ...todays }];
  const byDay = new Map(last.map((row) => [row.day, row]));
  return {
    today: totalsOf([todays]),
    yesterday: totalsOf(days.filter(({ day }) => day === daysAgo(1))),
    last: totalsOf(last),
    before: totalsOf(days.filter(({ day }) => day < since)),
    days: Array.from({ length: COMPARED_DAYS }, (_, at) => {
      const day = daysAgo(COMPARED_DAYS - 1 - at);
      const row = byDay.get(day);
      return { day, orders: row?.orders ?? 0, sales: sumInRupees(row?.salesPaise ?? 0) };
    }),
    bestSellers,
    states,
  };
}

interface Sold {
  orders: number;
  salesPaise: number;
  returns: number;
  returnedPaise: number;
}

function totalsOf(days: readonly Sold[]): SalesTotals {
  const add = (field: keyof Sold) => days.reduce((total, row) => total + row[field], 0);
  const [orders, salesPaise] = [add("orders"), add("salesPaise")];
  return {
    orders,
    sales: sumInRupees(salesPaise),
    average: orders === 0 ? 0 : sumInRupees(Math.round(salesPaise / orders)),
    returns: add("returns"),
    returned: sumInRupees(add("returnedPaise")),
  };
}

async function readToday(db: Database, from: Date): Promise<Sold> {
  const start = sql`${from.toISOString()}::timestamptz`;
  const [row] = await rowsOf(
    db,
    numbersOf(["orders", "sales", "returns", "returned"]),
    sql`select orders, sales, returns, returned from
      (select count(*) as orders, coalesce(sum(total_paise), 0) as sales from customer_order
        where created_at >= ${start} and ${isSold}) as sold,
      (select count(distinct note.id) filter (where line.quantity > 0) as returns,
          coalesce(sum(${creditedPaise("line")}), 0) as returned
        from credit_note note join credit_note_line line on line.credit_note_id = note.id
        where note.issued_at >= ${start} and ${isReturn}) as came_back`,
  );
  const { orders = 0, sales = 0, returns = 0, returned = 0 } = row ?? {};
  return { orders, salesPaise: sales, returns, returnedPaise: returned };
}

async function readBestSellers(db: Database, since: string): Promise<SalesOverview["bestSellers"]> {
  const sales = sql<string>`sum(${salesDayProduct.salesPaise})`;
  const best = await db
    .select({ productId: salesDayProduct.productId, units: sum(salesDayProduct.units), sales })
    .from(salesDayProduct)
    .where(gte(salesDayProduct.day, since))
    .groupBy(salesDayProduct.productId)
    .orderBy(desc(sales))
    .limit(BEST_SELLERS);
  const ids = best.map(({ productId }) => productId);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: product.id, title: product.title, slug: product.slug })
          .from(product)
          .where(inArray(product.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return best.map(({ productId, units, sales: sold }) => ({
    title: byId.get(productId)?.title ?? "A product that was deleted",
    slug: byId.get(productId)?.slug ?? "",
    units: Number(units),
    sales: sumInRupees(sold),
  }));
}

async function readStates(db: Database, since: string): Promise<SalesOverview["states"]> {
  const sales = sql<string>`sum(${salesDayState.salesPaise})`;
  const rows = await db
    .select({ state: salesDayState.state, orders: sum(salesDayState.orders), sales })
    .from(salesDayState)
    .where(gte(salesDayState.day, since))
    .groupBy(salesDayState.state)
    .orderBy(desc(sales))
    .limit(STATES);
  return rows.map(({ state, orders, sales: sold }) => ({ state, orders: Number(orders), sales: sumInRupees(sold) }));
}
