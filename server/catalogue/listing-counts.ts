import { and, type SQL, sql } from "drizzle-orm";
import type { Facets } from "../../contract/catalogue/schemas.ts";
import type { Database } from "../database/database.ts";
import { product } from "../database/schema.ts";
import { type Paise, toRupees } from "../money.ts";
import { type ListingFilter, panelConditions, scopeConditions } from "./listing-filter.ts";

/** Totals and the numbers of the filter panel for one filter. */
export interface ListingCounts {
  total: number;
  /** Products that the page itself shows a part of: those of the filter without what the panel narrows by. */
  scope: number;
  facets: Facets;
}

/** The numbers as the database answers them; prices are paise. */
export interface CountsRow {
  total: number;
  scope: number;
  in_stock: number;
  out_of_stock: number;
  min_price: Paise | null;
  max_price: Paise | null;
  notes: { name: string; count: number }[];
}

/** What counting needs of a product: its notes, stock and price, and whether it fits each group of the panel. */
export function countedColumns(filter: ListingFilter): SQL {
  const { price, notes, availability } = panelConditions(filter);
  return sql`${product.notes} as notes, ${product.inStock} as in_stock, ${product.pricePaise} as price,
    (${price}) as price_fits, (${notes}) as notes_fit, (${availability}) as availability_fits`;
}

/** Whether a row of `scoped` is listed. */
export const isListed = sql.raw("(price_fits and notes_fit and availability_fits)");

/**
 * The columns of CountsRow over a query named `scoped` of countedColumns. Each group of the panel is counted under the other
 * groups but not under itself, so that a number says what ticking it would list.
 */
export const counts = sql.raw(`
  count(*) filter (where price_fits and notes_fit and availability_fits)::int as total,
  count(*)::int as scope,
  count(*) filter (where price_fits and notes_fit and in_stock)::int as in_stock,
  count(*) filter (where price_fits and notes_fit and not in_stock)::int as out_of_stock,
  min(price) filter (where notes_fit and availability_fits) as min_price,
  max(price) filter (where notes_fit and availability_fits) as max_price,
  (select coalesce(json_agg(noted order by count desc, name), '[]') from (
    select note as name, count(*)::int as count
    from (select unnest(scoped.notes) as note from scoped where price_fits and availability_fits) as noted group by note
  ) as noted) as notes`);

/** CountsRow as a selection from a query that answers `counts`. */
export const countsSelection = {
  total: sql<number>`total`,
  scope: sql<number>`scope`,
  in_stock: sql<number>`in_stock`,
  out_of_stock: sql<number>`out_of_stock`,
  min_price: sql<Paise | null>`min_price`,
  max_price: sql<Paise | null>`max_price`,
  notes: sql<CountsRow["notes"]>`notes`,
};

/** Counts a listing: reads every product that the filter's scope holds. */
export async function countListing(db: Database, filter: ListingFilter): Promise<ListingCounts> {
  const [row] = await db.select(countsSelection).from(sql`(
    with scoped as materialized (
      select ${countedColumns(filter)} from ${product} where ${and(...scopeConditions(filter)) ?? sql`true`}
    )
    select ${counts} from scoped
  ) as answer`);
  return toCounts(row as CountsRow);
}

export function toCounts(row: CountsRow): ListingCounts {
  return {
    total: row.total,
    scope: row.scope,
    facets: {
      notes: row.notes,
      availability: { in_stock: row.in_stock, out_of_stock: row.out_of_stock },
      price:
        row.min_price === null || row.max_price === null
          ? null
          : { min: toRupees(row.min_price), max: toRupees(row.max_price) },
    },
  };
}
