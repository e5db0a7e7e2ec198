import { type SQL, sql } from "drizzle-orm";
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
