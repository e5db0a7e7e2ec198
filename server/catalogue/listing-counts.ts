import { and, type SQL, sql } from "drizzle-orm";
import type { Facets } from "../../contract/catalogue/schemas.ts";
import type { ReadDatabase } from "../database/database.ts";
import { product } from "../database/schema.ts";
import { type Paise, toRupees } from "../money.ts";
import { type ListingFilter, panelConditions, scopeConditions } from "./listing-filter.ts";

/** Totals and the numbers of the filter panel for one filter. */
export interface ListingCounts {
  total: number;
  /** Products of the listing without the filter panel's conditions. */
  scope: number;
  facets: Facets;
}

/** Counts as the database returns them; prices are paise. */
export interface CountsRow {
  total: number;
  scope: number;
  in_stock: number;
  out_of_stock: number;
  min_price: Paise | null;
  max_price: Paise | null;
  notes: { name: string; count: number }[];
}

/** The columns that `counts` needs: notes, stock and price, and whether the product matches each group of the filter panel. */
export function countedColumns(filter: ListingFilter): SQL {
  const { price, notes, availability } = panelConditions(filter);
  return sql`${product.notes} as notes, ${product.inStock} as in_stock, ${product.pricePaise} as price,
    (${price}) as price_fits, (${notes}) as notes_fit, (${availability}) as availability_fits`;
}

/** Whether a row of `scoped` is listed. */
export const isListed = sql.raw("(price_fits and notes_fit and availability_fits)");

/**
 * The columns of CountsRow, from a query of countedColumns named `scoped`. Each group of the filter panel is counted with the conditions
 * of the other groups but not its own, so that a count shows what selecting it would list.
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

/** CountsRow as a Drizzle selection from a query that returns `counts`. */
export const countsSelection = {
  total: sql<number>`total`,
  scope: sql<number>`scope`,
  in_stock: sql<number>`in_stock`,
  out_of_stock: sql<number>`out_of_stock`,
  min_price: sql<Paise | null>`min_price`,
  max_price: sql<Paise | null>`max_price`,
  notes: sql<CountsRow["notes"]>`notes`,
};

/** Counts a listing; reads every product of its scope. */
export async function countListing(db: ReadDatabase, filter: ListingFilter): Promise<ListingCounts> {
  const [row] = await db.select(countsSelection).from(sql`(
    with scoped as materialized (
      select ${countedColumns(filter)} from ${product} where ${and(...scopeConditions(filter)) ?? sql`true`}
    )
    select ${counts} from scoped
  ) as counted`);
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
