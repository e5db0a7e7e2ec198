/** Rolls up sales by day: keeps these tables consistent with the orders. */

import { type SQL, sql } from "drizzle-orm";
import { SALES_DIMENSIONS } from "../../../contract/admin/sales-report.ts";
import { endOfDayInIndia, startOfDayInIndia } from "../../../contract/dates.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { salesDayChange } from "../../platform/database/schema.ts";
import { wakeWorkers } from "../../platform/jobs/add-job.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { rollUpVariants } from "./roll-up-variants.ts";
import { creditedPaise, dayOf, isReturn, isSold, isWithin } from "./sales-facts.ts";
import { GROUP_COLUMNS, groupsBetween } from "./sales-groups.ts";

const EVERY_MS = 5 * 60_000;
/** Days computed in one run of the job; the next run follows at once. */
const DAYS_A_RUN = 60;

/** Minimum interval between computations of today's sales, which viewing them causes. */
const TODAY_EVERY_MS = 30_000;

/** Recomputes the days whose orders, credit notes or refunds have changed. */
export function rollUpSalesTask(db: Database): Task<Record<string, never>> {
  return {
    intervalMs: EVERY_MS,
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run(_payload, { stopping }) {
      let days = 0;
      while (days < DAYS_A_RUN && !stopping.aborted && (await rollUpNext(db))) days += 1;
      // Open pages reload the result.
      if (days > 0) publishChange(db, "orders");
      return days === DAYS_A_RUN || stopping.aborted ? new Date() : null;
    },
  };
}

/**
 * Makes the job run now if an earlier day waits to be recomputed, or if today's sales are older than the interval. Called when somebody
 * views sales.
 */
export async function scheduleRollUp(db: Database, { withToday = false } = {}): Promise<void> {
  const today = dayOf(sql`now()`);
  const isDue = sql`run_at < now() + ${`${EVERY_MS - TODAY_EVERY_MS} milliseconds`}::interval`;
  const moved = await rowsOf(
    db,
    {},
    sql`update job set run_at = now()
      where key = 'roll_up_sales' and locked_at is null and run_at > now()
        and (exists (select from sales_day_change where day < ${today}) or exists (select from sales_day where not has_courier_charges)
          ${withToday ? sql`or (${isDue} and exists (select from sales_day_change))` : sql``}) returning id`,
  );
  if (moved.length > 0) wakeWorkers(db);
}

/** Recomputes every changed day, and what the sizes have sold lately. */
export async function rollUpSales(db: Database): Promise<void> {
  while (await rollUpNext(db));
  await rollUpVariants(db, new Date());
}

/** @returns whether it found a changed day, so that there may be another */
function rollUpNext(db: Database): Promise<boolean> {
  return db.transaction(async (trx) => {
    // A change that commits later adds another row, so its day is recomputed once more. A concurrent computation of the same day waits
    // here.
    const [changed] = await rowsOf(
      trx,
      { day: "string" },
      sql`with next as (select max(day) as day from sales_day_change)
        delete from sales_day_change where day = (select day from next) returning day::text`,
    );
    if (changed) await rollUpDay(trx, changed.day);
    // Another run may have computed that day meanwhile, and left others.
    return changed !== undefined || (await trx.$count(salesDayChange)) > 0 || (await rollUpOutdated(trx));
  });
}

/** @returns whether it found a day that an earlier release has written */
async function rollUpOutdated(trx: DatabaseOrTransaction): Promise<boolean> {
  const [row] = await rowsOf(
    trx,
    { day: "string" },
    sql`select day::text from sales_day where not has_courier_charges order by day desc limit 1 for update skip locked`,
  );
  if (row) await rollUpDay(trx, row.day);
  return row !== undefined;
}

async function rollUpDay(trx: DatabaseOrTransaction, day: string): Promise<void> {
  const [from, until] = [startOfDayInIndia(day), endOfDayInIndia(day)];
  const { byDay, byProduct, byState } = salesBetween(from, until);
  for (const table of ["sales_day", "sales_day_product", "sales_day_state"])
    await trx.execute(sql`delete from ${sql.identifier(table)} where day = ${day}::date`);
  await trx.execute(
    sql`insert into sales_day (${DAY_COLUMNS}, has_groups, has_costs, has_courier_charges) select *, true, true, true from (${byDay}) as real_sales`,
  );
  // In the order of their primary keys: a report that reads many days finds neighbours on one page of the table.
  await trx.execute(
    sql`insert into sales_day_product (day, product_id, units, sales_paise) ${byProduct} order by item.product_id`,
  );
  await trx.execute(sql`insert into sales_day_state (day, state, orders, sales_paise) ${byState}`);
  // Filters by dimension first, so that the primary key is used.
  await trx.execute(
    sql`delete from sales_day_group where dimension in (${sql.join(
      SALES_DIMENSIONS.map((dimension) => sql`${dimension}`),
      sql`, `,
    )}) and day = ${day}::date`,
  );
  await trx.execute(
    sql`insert into sales_day_group (${GROUP_COLUMNS}) ${groupsBetween(from, until)} order by dimension, day, key`,
  );
}

const DAY_COLUMNS = sql.raw("day, orders, sales_paise, returns, returned_paise");

/** Marks every day with orders or stored sales as changed. @returns the number of days */
export async function markAllDays(db: Database): Promise<number> {
  const marked = await rowsOf(
    db,
    {},
    sql`insert into sales_day_change (day)
      select ${dayOf(sql`created_at`)} from customer_order
      union select ${dayOf(sql`issued_at`)} from credit_note
      union select ${dayOf(sql`processed_at`)} from refund where processed_at is not null
      union select day from sales_day
      union select day from sales_day_group where dimension = 'total'
      returning day`,
  );
  return marked.length;
}

/** Finds days whose stored sales differ from the orders without a pending change. Reads every order. */
export async function findWrongDays(db: Database): Promise<string[]> {
  const [from, until] = [new Date("2000-01-01"), new Date("2100-01-01")];
  const { byDay, byProduct, byState } = salesBetween(from, until);
  const differing = (table: string, real: SQL, columns = sql`*`) => sql`
    select day from ((select ${columns} from (${real}) as real_sales except select ${columns} from ${sql.identifier(table)})
      union all (select ${columns} from ${sql.identifier(table)} except select ${columns} from (${real}) as real_sales)) as different`;
  const rows = await rowsOf(
    db,
    { day: "string" },
    sql`select day::text from (${sql.join(
      [
        differing("sales_day", byDay, DAY_COLUMNS),
        differing("sales_day_product", byProduct),
        differing("sales_day_state", byState),
        differing("sales_day_group", groupsBetween(from, until), GROUP_COLUMNS),
      ],
      sql` union `,
    )}) as wrong
      where day not in (select day from sales_day_change union select day from sales_day where not has_courier_charges) order by day`,
  );
  return rows.map(({ day }) => day);
}

/** Builds the queries that read the sales of days from the orders, with the columns of the tables that store them. */
function salesBetween(from: Date, until: Date): Record<"byDay" | "byProduct" | "byState", SQL> {
  const paid = creditedPaise("line");
  const sold = sql`
    with placed as (
      select id, ${dayOf(sql`created_at`)} as day, total_paise, shipping_address ->> 'state' as state from customer_order
      where ${isWithin(sql`created_at`, from, until)} and ${isSold}
    ), cancelled as (
      select line.order_id, line.position, sum(line.quantity) as quantity, sum(${paid}) as paise
      from placed join credit_note note on note.order_id = placed.id and note.reason = 'cancelled'
        join credit_note_line line on line.credit_note_id = note.id
      group by line.order_id, line.position
    ), sold as (
      select placed.*, total_paise - coalesce(gone.paise, 0) as paise
      from placed left join (select order_id, sum(paise) as paise from cancelled group by order_id) as gone on gone.order_id = placed.id
    )`;
  return {
    byDay: sql`${sold}, sold_days as (
        select day, count(*)::int as orders, sum(paise)::bigint as sales_paise from sold group by day
      ), returned_days as (
        select ${dayOf(sql`note.issued_at`)} as day, (count(distinct note.id) filter (where line.quantity > 0))::int as returns, sum(${paid})::bigint as returned_paise
        from credit_note note join credit_note_line line on line.credit_note_id = note.id
        where ${isWithin(sql`note.issued_at`, from, until)} and ${isReturn}
        group by 1
      )
      select day, coalesce(orders, 0) as orders, coalesce(sales_paise, 0) as sales_paise, coalesce(returns, 0) as returns,
        coalesce(returned_paise, 0) as returned_paise
      from sold_days full join returned_days using (day)`,
    byProduct: sql`${sold}
      select sold.day, item.product_id, sum(item.quantity - coalesce(cancelled.quantity, 0))::int as units,
        sum(round((item.price_paise * item.quantity::bigint - item.discount_paise)
          * (item.quantity - coalesce(cancelled.quantity, 0)) / item.quantity))::bigint as sales_paise
      from sold join order_item item on item.order_id = sold.id and item.price_paise > 0
        left join cancelled on cancelled.order_id = item.order_id and cancelled.position = item.position
      group by sold.day, item.product_id having sum(item.quantity - coalesce(cancelled.quantity, 0)) > 0`,
    byState: sql`${sold}
      select day, state, count(*)::int as orders, sum(paise)::bigint as sales_paise from sold group by day, state`,
  };
}
