/** Notes when sizes are sold out. A job looks at every size, so that no sale writes more than its ledger. */

import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";

/** How long times are kept. */
const KEPT_DAYS = 400;

/** Ends the times of sizes that are available again, and begins those of sizes that are not: with their last movement, which took the last unit. */
export async function noteSoldOut(db: Database, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.transaction(async (trx) => {
    await trx.execute(sql`update sold_out_time set until = greatest(since, ${at}) from stock
      where stock.variant_id = sold_out_time.variant_id and until is null and on_hand > reserved`);
    await trx.execute(sql`insert into sold_out_time (variant_id, since)
      select variant_id, coalesce((select moved.at from stock_movement moved where moved.variant_id = stock.variant_id order by id desc limit 1), ${at})
      from stock where on_hand <= reserved
        and not exists (select from sold_out_time noted where noted.variant_id = stock.variant_id and until is null)
      on conflict do nothing`);
    await trx.execute(sql`delete from sold_out_time where until < ${at} - make_interval(days => ${KEPT_DAYS})`);
  });
}
