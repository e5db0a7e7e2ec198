import { and, gt, isNull, or, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { offer } from "../../platform/database/schema.ts";

/** Lists the names of running and planned offers that are restricted to a category. */
export async function findOffersOfCategory(
  db: Pick<DatabaseOrTransaction, "select">,
  categoryId: number,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .select({ name: offer.name })
    .from(offer)
    .where(
      and(
        or(isNull(offer.endsAt), gt(offer.endsAt, now)),
        sql`${offer.conditions} @> ${JSON.stringify({ categories: [categoryId] })}::jsonb`,
      ),
    )
    .orderBy(offer.id);
  return rows.map(({ name }) => name);
}
