/** Sums up what each size has sold lately, and on how many days it could be bought. */

import { sql } from "drizzle-orm";
import { DEMAND_DAYS } from "../../../contract/admin/reorder.ts";
import { SLOW_DAYS } from "../../../contract/admin/reports.ts";
import { isoDayInIndia, startOfDayInIndia } from "../../../contract/dates.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { noteSoldOut } from "../../selling/stock/sold-out-times.ts";
import { addDays } from "./period.ts";
import { runSooner } from "./run-sooner.ts";

const EVERY_MS = 60 * 60_000;
/** Viewing them computes sums again that are older. */
const MAX_AGE_MS = 10 * 60_000;
const RECENT_DAYS = 30;

export function rollUpVariantsTask(db: Database): Task<Record<string, never>> {
  return {
    intervalMs: EVERY_MS,
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run() {
      await noteSoldOut(db, new Date());
      await rollUpVariants(db, new Date());
      // Open pages reload the result.
      publishChange(db, "orders");
      return null;
    },
  };
}

/** Runs the job now if its sums are older than some minutes. Called when somebody views them. */
export async function scheduleVariantRollUp(db: Database): Promise<void> {
  const isEmpty = sql`not exists (select from sales_variant)`;
  await runSooner(db, "roll_up_variants", { everyMs: EVERY_MS, maxAgeMs: MAX_AGE_MS, or: isEmpty });
}

/** Computes the sums of every size from the stored days. */
export async function rollUpVariants(db: Database, now: Date): Promise<void> {
  const today = isoDayInIndia(now);
  const since = addDays(today, -DEMAND_DAYS);
  const at = (day: string) => sql`${startOfDayInIndia(day).toISOString()}::timestamptz`;
  await db.transaction(async (trx) => {
    // Reads the days of a quarter of a year, of every size.
    await trx.execute(sql`set local statement_timeout = '5min'`);
    await trx.execute(sql`
      with sold as materialized (
        select key::bigint as variant_id, sum(units)::int as units, (sum(units) filter (where day > ${addDays(today, -RECENT_DAYS)}::date))::int as recent_units,
          max(day) filter (where units > 0) as last_sold_on, min(day) filter (where units > 0) as first_sold_on,
          (sum(units - returned_units) filter (where day >= ${since}::date and day < ${today}::date))::int as demand_units
        from sales_day_group where dimension = 'variant' and day > ${addDays(today, -SLOW_DAYS)}::date and key <> '' group by key
      ), begun as (
        -- A size that is new was not available before; its first units may have come with a file, after sales of another system.
        select *, greatest(${at(since)}, least(first_sold_on::timestamp at time zone 'Asia/Kolkata',
          (select moved.at from stock_movement moved where moved.variant_id = sold.variant_id order by id limit 1))) as begins from sold
      ), removed as (
        delete from sales_variant where variant_id not in (select variant_id from sold)
      )
      insert into sales_variant (variant_id, recent_units, units, last_sold_on, demand_units, available_days)
      select variant_id, coalesce(recent_units, 0), units, last_sold_on, greatest(coalesce(demand_units, 0), 0),
        greatest(round(extract(epoch from ${at(today)} - begins - coalesce((
          select sum(least(coalesce(until, ${at(today)}), ${at(today)}) - greatest(since, begins)) from sold_out_time gone
          where gone.variant_id = begun.variant_id and since < ${at(today)} and coalesce(until, ${at(today)}) > begins), interval '0')) / 86400), 0)::int
      from begun order by variant_id
      on conflict (variant_id) do update set recent_units = excluded.recent_units, units = excluded.units, last_sold_on = excluded.last_sold_on,
        demand_units = excluded.demand_units, available_days = excluded.available_days
        where (sales_variant.recent_units, sales_variant.units, sales_variant.last_sold_on, sales_variant.demand_units, sales_variant.available_days)
          is distinct from (excluded.recent_units, excluded.units, excluded.last_sold_on, excluded.demand_units, excluded.available_days)`);
  });
}
