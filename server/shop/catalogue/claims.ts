/** Claims about products, which are shown while their proof is valid. */

import { sql } from "drizzle-orm";
import type { Claim } from "../../../contract/catalogue/schemas.ts";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { product } from "../../platform/database/schema.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { today } from "../../selling/variants/gst-rate.ts";

const EVERY_MS = 60_000;
/** How many days the first run looks back, which covers a weekend without the shop. */
const FIRST_RUN_DAYS = 7;

/** Whether a claim may be shown today. */
export const isProven = ({ validUntil }: Pick<Claim, "validUntil">, now = new Date()): boolean =>
  validUntil === null || validUntil >= isoDayInIndia(now);

/** Selects products with an expired proof, by the index of products with claims. */
export const hasEndedClaim = sql`${product.claims} <> '[]' and ${product.state} <> 'archived' and exists (
  select from jsonb_array_elements(${product.claims}) as ended where ended ->> 'validUntil' < ${today}::text
)`;

/** The task that renders pages again whose claims have expired. It runs after midnight in India. */
export function endClaimsTask(db: Database): Task<Record<string, never>> {
  let seen: string | null = null;
  return {
    intervalMs: EVERY_MS,
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run() {
      const day = isoDayInIndia(new Date());
      if (day === seen) return null;
      const since = seen === null ? sql`(${today} - ${FIRST_RUN_DAYS}::int)::text` : sql`${seen}`;
      const ended = await rowsOf(
        db,
        { id: "number" },
        sql`select id from ${product} where ${product.claims} <> '[]' and exists (
          select from jsonb_array_elements(${product.claims}) as ended
          where ended ->> 'validUntil' < ${today}::text and ended ->> 'validUntil' >= ${since}
        )`,
      );
      if (ended.length > 0) publishChange(db, ...ended.map(({ id }) => `product:${id}` as const));
      seen = day;
      return null;
    },
  };
}
