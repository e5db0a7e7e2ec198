import { and, asc, desc, eq, gte, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { Facets, ProductQuery, ProductSummary } from "../../contract/catalogue.ts";
import type { Database } from "../database/database.ts";
import { product } from "../database/schema.ts";
import { cardColumns, type CardRow, toSummary } from "./product-card.ts";

/** A listing's filter after its category has been found. Prices are paise. */
export interface ListingFilter {
  categoryId?: number | undefined;
  subcategoryId?: number;
  bestseller?: boolean;
  featured?: boolean;
  deals?: boolean;
  minPricePaise?: number;
  maxPricePaise?: number;
  notes?: string[];
  inStock?: boolean;
}

export type ListingOrder = "newest" | "oldest" | "cheapest" | "dearest";

/** The order that a query asks for; without a sort key the newest come first (R18). */
export function orderOf(query: Pick<ProductQuery, "price_sort" | "date_sort">): ListingOrder {
  if (query.price_sort) return query.price_sort === "asc" ? "cheapest" : "dearest";
  return query.date_sort === "asc" ? "oldest" : "newest";
}

/** The id breaks ties, so that no product is listed twice or left out between two pages. */
const ORDERS: Record<ListingOrder, SQL[]> = {
  newest: [desc(product.createdAt), desc(product.id)],
  oldest: [asc(product.createdAt), asc(product.id)],
  cheapest: [asc(product.pricePaise), asc(product.id)],
  dearest: [desc(product.pricePaise), desc(product.id)],
};

/** What the page itself fixes: which part of the catalogue is looked at. */
export function scopeConditions(filter: ListingFilter): SQL[] {
  return present(
    filter.categoryId !== undefined && eq(product.categoryId, filter.categoryId),
    filter.subcategoryId !== undefined && eq(product.subcategoryId, filter.subcategoryId),
    filter.bestseller !== undefined && (filter.bestseller ? sql`${product.isBestseller}` : sql`not ${product.isBestseller}`),
    filter.featured !== undefined && (filter.featured ? sql`${product.isFeatured}` : sql`not ${product.isFeatured}`),
    filter.deals && isNotNull(product.originalPricePaise),
  );
}

/** What the shopper narrows by, one condition for each group of the filter panel. */
export function panelConditions(filter: ListingFilter): { price: SQL; notes: SQL; availability: SQL } {
  const price = and(
    filter.minPricePaise !== undefined ? gte(product.pricePaise, filter.minPricePaise) : undefined,
    filter.maxPricePaise !== undefined ? lte(product.pricePaise, filter.maxPricePaise) : undefined,
  );
  return {
    price: price ?? sql`true`,
    notes: filter.notes?.length ? sql`${product.notes} && ${sql.param(filter.notes, product.notes)}` : sql`true`,
    availability: filter.inStock === undefined ? sql`true` : eq(product.inStock, filter.inStock),
  };
}

export const isNarrowed = (filter: ListingFilter) =>
  filter.minPricePaise !== undefined || filter.maxPricePaise !== undefined || !!filter.notes?.length || filter.inStock !== undefined;

/**
 * One page of cards. The page's ids come first, from the index of the order alone; only these rows are read whole.
 * @param page counted from 1
 */
export async function listCards(
  db: Database,
  { filter, order, page, perPage }: { filter: ListingFilter; order: ListingOrder; page: number; perPage: number },
): Promise<ProductSummary[]> {
  const { price, notes, availability } = panelConditions(filter);
  const conditions = [...scopeConditions(filter), ...(isNarrowed(filter) ? [price, notes, availability] : [])];
  const ids = db
    .select({ id: product.id })
    .from(product)
    .where(and(...conditions))
    .orderBy(...ORDERS[order])
    .limit(perPage)
    .offset((page - 1) * perPage);
  const rows: CardRow[] = await db
    .select(cardColumns)
    .from(product)
    .where(inArray(product.id, ids))
    .orderBy(...ORDERS[order]);
  return rows.map(toSummary);
}

/** Totals and the numbers of the filter panel for one filter. */
export interface ListingCounts {
  total: number;
  facets: Facets;
}

interface CountsRow extends Record<string, unknown> {
  total: number;
  in_stock: number;
  out_of_stock: number;
  min_price: number | null;
  max_price: number | null;
  notes: { name: string; count: number }[];
}

/**
 * Counts a listing. Each group of the panel is counted under the other groups but not under itself, so that a number says what
 * ticking it would list.
 * @param from a query that yields the ids to look at (a search's), or nothing for the whole catalogue
 */
export async function countListing(db: Database, filter: ListingFilter, from?: SQL): Promise<ListingCounts> {
  const { price, notes, availability } = panelConditions(filter);
  const scope = and(...scopeConditions(filter), from && sql`${product.id} in (${from})`) ?? sql`true`;
  const result = await db.execute<CountsRow>(sql`
    with scoped as materialized (
      select ${product.notes} as notes, ${product.inStock} as in_stock, ${product.pricePaise} as price,
        (${price}) as price_fits, (${notes}) as notes_fit, (${availability}) as availability_fits
      from ${product} where ${scope}
    ), noted as (
      select note as name, count(*)::int as count
      from scoped, unnest(scoped.notes) as note where price_fits and availability_fits group by note
    )
    select
      count(*) filter (where price_fits and notes_fit and availability_fits)::int as total,
      count(*) filter (where price_fits and notes_fit and in_stock)::int as in_stock,
      count(*) filter (where price_fits and notes_fit and not in_stock)::int as out_of_stock,
      min(price) filter (where notes_fit and availability_fits) as min_price,
      max(price) filter (where notes_fit and availability_fits) as max_price,
      (select coalesce(json_agg(noted order by count desc, name), '[]') from noted) as notes
    from scoped`);
  return toCounts(firstRow(result));
}

export function toCounts(row: CountsRow): ListingCounts {
  return {
    total: row.total,
    facets: {
      notes: row.notes,
      availability: { in_stock: row.in_stock, out_of_stock: row.out_of_stock },
      price: row.min_price === null || row.max_price === null ? null : { min: row.min_price / 100, max: row.max_price / 100 },
    },
  };
}

function firstRow<Row>(result: unknown): Row {
  const [row] = (result as { rows: Row[] }).rows;
  if (!row) throw new Error("a count answered no row");
  return row;
}

function present<T>(...values: (T | false | undefined)[]): T[] {
  return values.filter((value): value is T => value !== false && value !== undefined);
}
