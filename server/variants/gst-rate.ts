import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { gstRate, variant } from "../database/schema.ts";

/** The first day of GST in India: a variant's first rate applies from then, unless it names a day. */
export const GST_SINCE = "2017-07-01";

/** Today's date in India. */
export const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

/** The GST rate that applies to the query's variant today, in percent. */
export const currentGstPercent: SQL<number> = sql<number>`(
  select ${gstRate.percent} from ${gstRate} where ${gstRate.variantId} = ${variant.id} and ${gstRate.validFrom} <= ${today}
  order by ${gstRate.validFrom} desc limit 1
)`;

/** Deletes a rate that applies from a later day. @returns its percent; null if there is none */
export async function deleteLaterRate(
  trx: DatabaseOrTransaction,
  variantId: number,
  day: string,
): Promise<number | null> {
  const [deleted] = await trx
    .delete(gstRate)
    .where(and(eq(gstRate.variantId, variantId), eq(gstRate.validFrom, day), gt(gstRate.validFrom, today)))
    .returning({ percent: gstRate.percent });
  return deleted?.percent ?? null;
}
