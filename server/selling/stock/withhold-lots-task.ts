import { sql } from "drizzle-orm";
import { isoDayInIndia } from "../../../contract/dates.ts";
import type { Database } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { type LotRule, reviewLot } from "./manage-lots.ts";

/** Half an hour, because midnight in India is at half past an hour in UTC. */
const HALF_HOUR_MS = 30 * 60_000;

/**
 * The task that withholds lots on the day from which their life is too short, and reviews those that an owner's changed rule or a released
 * reservation affects. It ends when no lot has units; `receiveLot` adds it again.
 */
export function withholdLotsTask(db: Database, readMinDays: () => Promise<number>): Task<Record<string, never>> {
  return {
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run() {
      const now = new Date();
      await withholdLots(db, { today: isoDayInIndia(now), minDays: await readMinDays() });
      const [left] = await rowsOf(db, {}, sql`select from lot where on_hand > 0 or withheld > 0 limit 1`);
      return left ? new Date((Math.floor(now.getTime() / HALF_HOUR_MS) + 1) * HALF_HOUR_MS) : null;
    },
  };
}

/** Reviews every lot whose state does not follow the rule, each in its own transaction. */
export async function withholdLots(db: Database, rule: LotRule): Promise<void> {
  const due = await rowsOf(
    db,
    { id: "number" },
    sql`select lot.id from lot join stock on stock.variant_id = lot.variant_id
      cross join lateral (
        select recalled_at is null and coalesce(last_good_day >= ${rule.today}::date + ${rule.minDays}::int, true) as is_sold
      ) as rule
      where is_withheld = is_sold or (is_withheld and lot.on_hand > 0 and stock.on_hand > stock.reserved)
      order by lot.id`,
  );
  for (const { id } of due) await db.transaction((trx) => reviewLot(trx, id, rule));
}
