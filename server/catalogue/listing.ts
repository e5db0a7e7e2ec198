import { and, asc, desc, eq, gte, isNotNull, lte, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { ProductQuery, ProductSummary } from "../../contract/catalogue.ts";
import { MAX_PER_PAGE } from "../../contract/limits.ts";
import type { Database } from "../database/database.ts";
import { product } from "../database/schema.ts";
import type { JsonValues } from "./json-row.ts";
import { cardJson, toCard } from "./product-card.ts";

/** A listing's filter after its category has been found. Prices are paise. */
export interface ListingFilter {
  categoryId?: number;
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

/** What a listing is sorted by; the id breaks ties, so that no product is listed twice or left out between two pages. */
export const ORDERS = {
  newest: { key: product.createdAt, direction: desc },
  oldest: { key: product.createdAt, direction: asc },
  cheapest: { key: product.pricePaise, direction: asc },
  dearest: { key: product.pricePaise, direction: desc },
} as const;

/** A value, or the place of one in a prepared statement. */
type Value<T> = T | Placeholder;
type Scope = Omit<ListingFilter, "categoryId" | "subcategoryId"> & {
  categoryId?: Value<number>;
  subcategoryId?: Value<number>;
};

/** What the page itself fixes: which part of the catalogue is looked at. */
export function scopeConditions(filter: Scope): SQL[] {
  return present(
    filter.categoryId !== undefined && eq(product.categoryId, filter.categoryId),
    filter.subcategoryId !== undefined && eq(product.subcategoryId, filter.subcategoryId),
    filter.bestseller !== undefined &&
      (filter.bestseller ? sql`${product.isBestseller}` : sql`not ${product.isBestseller}`),
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

const isNarrowed = (filter: ListingFilter) =>
  filter.minPricePaise !== undefined ||
  filter.maxPricePaise !== undefined ||
  !!filter.notes?.length ||
  filter.inStock !== undefined;

interface Wanted {
  filter: ListingFilter;
  order: ListingOrder;
  /** Counted from 1. */
  page: number;
  perPage: number;
}

/** Reads pages of the catalogue. */
export function createListing(db: Database): (wanted: Wanted) => Promise<ProductSummary[]> {
  const prepared = new Map<string, ReturnType<typeof prepare>>();

  /** What the page fixes comes in a few dozen shapes, each of which is prepared once: making and planning it cost more than running it. */
  function prepare(name: string, filter: ListingFilter, order: ListingOrder) {
    return cardsOf(db, {
      scope: {
        ...filter,
        categoryId: filter.categoryId === undefined ? undefined : sql.placeholder("categoryId"),
        subcategoryId: filter.subcategoryId === undefined ? undefined : sql.placeholder("subcategoryId"),
      },
      order,
      limit: unplanned("limit"),
      offset: unplanned("offset"),
    }).prepare(name);
  }

  return async ({ filter, order, page, perPage }) => {
    const [limit, offset] = [perPage, (page - 1) * perPage];
    // What the shopper narrows by is planned with its values: a rare note wants another plan than a common one.
    if (isNarrowed(filter)) return cards(await cardsOf(db, { scope: filter, panel: filter, order, limit, offset }));
    const name = nameOf(filter, order);
    let statement = prepared.get(name);
    if (!statement) {
      statement = prepare(name, filter, order);
      prepared.set(name, statement);
    }
    return cards(
      await statement.execute({ categoryId: filter.categoryId, subcategoryId: filter.subcategoryId, limit, offset }),
    );
  };
}

/** The name of a shape's statement; PostgreSQL reads 63 letters of it. */
function nameOf(
  { categoryId, subcategoryId, bestseller, featured, deals }: ListingFilter,
  order: ListingOrder,
): string {
  const part = (name: string, value: boolean | undefined) => value !== undefined && `${name}${value ? "+" : "-"}`;
  const place = categoryId !== undefined ? "category" : subcategoryId !== undefined && "subcategory";
  return ["listing", order, place, part("bestseller", bestseller), part("featured", featured), deals && "deals"]
    .filter(Boolean)
    .join(" ");
}

const cards = (rows: { card: JsonValues }[]) => rows.map(({ card }) => toCard(card));

/**
 * One page of cards. The ids come from an index alone, however far back the page is; then each product is looked up by its id.
 * `lateral … limit 1` keeps it so: a planner that does not know how long a page is might read the whole table for it.
 */
function cardsOf(
  db: Database,
  {
    scope,
    panel,
    order,
    limit,
    offset,
  }: { scope: Scope; panel?: ListingFilter; order: ListingOrder; limit: number | SQL; offset: number | SQL },
) {
  const { key, direction } = ORDERS[order];
  const conditions = [...scopeConditions(scope), ...(panel ? Object.values(panelConditions(panel)) : [])];
  return db
    .select({ card: sql<JsonValues>`found.card` })
    .from(
      sql`(
        select ${product.id} as id, ${key} as key from ${product} where ${and(...conditions) ?? sql`true`}
        order by ${direction(key)}, ${direction(product.id)} limit ${limit} offset ${offset}
      ) as page cross join lateral (select ${cardJson} as card from ${product} where ${product.id} = page.id limit 1) as found`,
    )
    .orderBy(direction(sql`page.key`), direction(sql`page.id`))
    .limit(MAX_PER_PAGE);
}

/**
 * The place of a number that the planner cannot look into. Where it can, PostgreSQL finds each page cheaper than an unknown one
 * and plans every call anew, which takes it longer than answering (0.47 → 0.25 ms of its time for a page of 12).
 */
const unplanned = (name: string) => sql`(select ${sql.placeholder(name)}::bigint)`;

function present<T>(...values: (T | false | undefined)[]): T[] {
  return values.filter((value): value is T => value !== false && value !== undefined);
}
