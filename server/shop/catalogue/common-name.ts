import { type AnyColumn, type SQL, sql } from "drizzle-orm";

type Named = { commonName: AnyColumn };

/**
 * Selects what a product is, such as "Face wash": its own common name, or that of its subcategory or category; null if none has one. Needs
 * both categories in the query.
 */
export const commonNameOf = (own: AnyColumn | SQL, subcategory: Named, category: Named): SQL<string | null> =>
  sql`coalesce(${own}, ${subcategory.commonName}, ${category.commonName})`;
