import type { ReadDatabase } from "../../platform/database/database.ts";
import { contentPage } from "../../platform/database/schema.ts";

/** Reads when each page was last changed, by slug. */
export async function readPageDates(db: ReadDatabase): Promise<Map<string, Date>> {
  const rows = await db.select({ slug: contentPage.slug, updatedAt: contentPage.updatedAt }).from(contentPage);
  return new Map(rows.map(({ slug, updatedAt }) => [slug, updatedAt]));
}
