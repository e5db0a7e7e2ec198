/** Customers by the month of their first order. An order can move its customer's first month, so a job computes all cohorts at once. */

import { asc, sql } from "drizzle-orm";
import type { CohortReport } from "../../../contract/admin/reports.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database } from "../../platform/database/database.ts";
import { salesCohort } from "../../platform/database/schema.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { runSooner } from "./run-sooner.ts";
import { dayOf, isSold } from "./sales-facts.ts";

const EVERY_MS = 6 * 60 * 60_000;
/** Opening the report recomputes cohorts that are older. */
const MAX_AGE_MS = 10 * 60_000;
/** How many of the latest first months the page and the file contain. */
const MONTHS = 24;

export function rollUpCohortsTask(db: Database): Task<Record<string, never>> {
  return {
    intervalMs: EVERY_MS,
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run() {
      await rollUpCohorts(db);
      // Open pages reload the result.
      publishChange(db, "orders");
      return null;
    },
  };
}

/** Recomputes every cohort. */
export async function rollUpCohorts(db: Database): Promise<void> {
  await db.transaction(async (trx) => {
    // Reads every order, which may exceed the usual statement timeout.
    await trx.execute(sql`set local statement_timeout = '10min'`);
    await trx.execute(sql`delete from sales_cohort`);
    await trx.execute(sql`
      with placed as (
        select customer_id, date_trunc('month', ${dayOf(sql`created_at`)}::timestamp)::date as month, count(*) as orders from customer_order
        where ${isSold} group by 1, 2
      ), member as (
        select customer_id, min(month) as first_month, sum(orders) as orders from placed group by customer_id
      )
      insert into sales_cohort (first_month, month, customers, orders, returning_customers, computed_at)
      select first_month, month, count(*), sum(placed.orders), count(*) filter (where month = first_month and member.orders > 1), now()
      from placed join member using (customer_id) group by first_month, month
      on conflict (first_month, month) do update set customers = excluded.customers, orders = excluded.orders,
        returning_customers = excluded.returning_customers, computed_at = excluded.computed_at`);
  });
}

/** Runs the job now if the cohorts are stale. */
export async function scheduleCohortRollUp(db: Database): Promise<void> {
  const isEmpty = sql`not exists (select from sales_cohort)`;
  await runSooner(db, "roll_up_cohorts", { everyMs: EVERY_MS, maxAgeMs: MAX_AGE_MS, or: isEmpty });
}

export async function readCohorts(db: Database): Promise<CohortReport> {
  const rows = await db.select().from(salesCohort).orderBy(asc(salesCohort.firstMonth), asc(salesCohort.month));
  const byFirst = [...Map.groupBy(rows, ({ firstMonth }) => firstMonth)].slice(-MONTHS);
  return {
    computedAt: rows[0]?.computedAt.toISOString() ?? null,
    cohorts: byFirst.map(([month, months]) => {
      const first = months.find((row) => row.month === month);
      return {
        month,
        customers: first?.customers ?? 0,
        returning: first?.returningCustomers ?? 0,
        months: months
          .filter((row) => row.month !== month)
          .map((row) => ({ after: monthsBetween(month, row.month), customers: row.customers, orders: row.orders })),
      };
    }),
  };
}

/** Yields the header, and the same data as records. */
export function cohortRecords({ cohorts }: CohortReport): string[][] {
  return [
    ["first_month", "customers", "returning_customers", "months_after", "customers_who_ordered", "orders"],
    ...cohorts.flatMap(({ month, customers, returning, months }) => {
      const first = [month.slice(0, 7), String(customers), String(returning)];
      return months.length === 0
        ? [[...first, "", "", ""]]
        : months.map(({ after, customers: again, orders }) => [...first, String(after), String(again), String(orders)]);
    }),
  ];
}

function monthsBetween(first: string, month: string): number {
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return monthOf(month) - monthOf(first);
}
