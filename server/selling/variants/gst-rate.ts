import { and, eq, gt, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { genericParam, prepareRows } from "../../platform/database/prepared.ts";
import { gstRate, variant } from "../../platform/database/schema.ts";

/** The first day of GST in India: a variant's first rate applies from then, unless it names a day. */
export const GST_SINCE = "2017-07-01";

/** Today's date in India. */
export const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

/** The GST rate that applies to a variant of the query on a day in India, in percent; null for a variant that no longer exists. */
export const gstPercentOn = (variantId: SQLWrapper, day: SQL | Placeholder): SQL<number | null> => sql`(
  select ${gstRate.percent} from ${gstRate} where ${gstRate.variantId} = ${variantId} and ${gstRate.validFrom} <= ${day}::date
  order by ${gstRate.validFrom} desc limit 1
)`;

/** The GST rate that applies to the query's variant today, in percent. */
export const currentGstPercent = gstPercentOn(variant.id, today) as SQL<number>;

/**
 * Reads the GST rates that apply to variants on a day.
 * @param day in India, such as 2026-11-28
 * @returns percent by variant; a variant that no longer exists has none
 */
export async function readGstPercents(
  db: DatabaseOrTransaction,
  variantIds: readonly number[],
  day: string,
): Promise<ReadonlyMap<number, number>> {
  const rows = await percentsOn(db, { ids: [...variantIds], day });
  return new Map(rows.map(({ variant_id: id, percent }) => [id, percent]));
}

const percentsOn = prepareRows(
  "gst rates of a day",
  { variant_id: "number", percent: "number" },
  sql`select distinct on (${gstRate.variantId}) ${gstRate.variantId}, ${gstRate.percent} from ${gstRate}
    where ${gstRate.variantId} = any(${genericParam("ids", "bigint[]")}) and ${gstRate.validFrom} <= ${sql.placeholder("day")}::date
    order by ${gstRate.variantId}, ${gstRate.validFrom} desc`,
);

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
