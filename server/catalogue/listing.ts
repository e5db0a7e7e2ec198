import { and, asc, desc, eq, gte, isNotNull, lte, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { ProductQuery, ProductSummary } from "../../contract/catalogue.ts";
import { MAX_PER_PAGE } from "../../contract/limits.ts";
import type { Database } from "../database/database.ts";
import { product } from "../database/schema.ts";
import type { FarPages, Place } from "./far-pages.ts";
import { cardOf } from "./product-card.ts";

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

/** What may stand in a prepared statement as a place that is filled later; the flags shape the statement itself. */
type Varying = Omit<ListingFilter, "bestseller" | "featured" | "deals">;
/** A filter, or its shape: of each value only the place. */
type FilterShape = Omit<ListingFilter, keyof Varying> & {
  [Key in keyof Varying]?: NonNullable<Varying[Key]> | Placeholder;
};

/** What the page itself fixes: which part of the catalogue is looked at. */
export function scopeConditions(filter: FilterShape): SQL[] {
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
export function panelConditions(filter: FilterShape): { price: SQL; notes: SQL; availability: SQL } {
  const price = and(
    filter.minPricePaise !== undefined ? gte(product.pricePaise, filter.minPricePaise) : undefined,
    filter.maxPricePaise !== undefined ? lte(product.pricePaise, filter.maxPricePaise) : undefined,
  );
  return {
    price: price ?? sql`true`,
    notes: isEmpty(filter.notes) ? sql`true` : sql`${product.notes} && ${sql.param(filter.notes, product.notes)}`,
    availability: filter.inStock === undefined ? sql`true` : eq(product.inStock, filter.inStock),
  };
}

const isEmpty = (notes: FilterShape["notes"]) => notes === undefined || (Array.isArray(notes) && notes.length === 0);

const isNarrowed = (filter: ListingFilter) =>
  filter.minPricePaise !== undefined ||
  filter.maxPricePaise !== undefined ||
  !isEmpty(filter.notes) ||
  filter.inStock !== undefined;

interface Wanted {
  filter: ListingFilter;
  order: ListingOrder;
  /** Counted from 1. */
  page: number;
  perPage: number;
}

/** Reads pages of the catalogue. */
export function createListing(db: Database, farPages: FarPages): (wanted: Wanted) => Promise<ProductSummary[]> {
  const prepared = new Map<string, ReturnType<typeof prepare>>();

  /**
   * Filters come in some hundred shapes, each of which is put together once. What the page itself fixes is also planned once, under the
   * name of its shape: making and planning it cost more than running it. What the shopper narrows by is planned with its values, for a
   * rare note wants another plan than a common one.
   */
  function prepare(name: string, { filter, order }: Wanted, from: Place | undefined) {
    const narrowed = isNarrowed(filter);
    const [limit, offset] = narrowed ? [place("limit"), place("offset")] : [unplanned("limit"), unplanned("offset")];
    return cardsOf(db, { filter: shapeOf(filter), order, from: from && fromPlace(order), limit, offset }).prepare(
      narrowed ? UNNAMED : name,
    );
  }

  async function read(wanted: Wanted, skipped: number, from?: Place): Promise<Found[]> {
    const name = nameOf(wanted, from);
    let statement = prepared.get(name);
    if (!statement) {
      statement = prepare(name, wanted, from);
      prepared.set(name, statement);
    }
    const { filter, perPage } = wanted;
    return statement.execute({ ...filter, limit: perPage, offset: skipped, key: from?.key, id: from?.id });
  }

  return async (wanted) => {
    const { filter, order, page, perPage } = wanted;
    const offset = (page - 1) * perPage;
    // A filter of the panel is read as it is: each has few pages, and there is no end of them.
    if (isNarrowed(filter)) return (await read(wanted, offset)).map(({ card }) => card);
    const listing = JSON.stringify([order, filter]);
    const remember = farPages.watch();
    const from = farPages.before(listing, offset);
    const found = await read(wanted, offset - (from?.offset ?? 0), from);
    const [first] = found;
    if (first) remember(listing, offset, first);
    return found.map(({ card }) => card);
  };
}

/** A product of a page, with its place in the listing. */
type Found = Place & { card: ProductSummary };

/** PostgreSQL plans a statement without a name anew each time, with its values. */
const UNNAMED = "";

const VARYING = ["categoryId", "subcategoryId", "minPricePaise", "maxPricePaise", "notes", "inStock"] as const;

function shapeOf(filter: ListingFilter): FilterShape {
  const places = VARYING.filter((key) => has(filter, key)).map((key) => [key, sql.placeholder(key)]);
  const { bestseller, featured, deals } = filter;
  return { bestseller, featured, deals, ...Object.fromEntries(places) };
}

const has = (filter: ListingFilter, key: keyof Varying) =>
  key === "notes" ? !isEmpty(filter.notes) : filter[key] !== undefined;

/** The name of a shape; PostgreSQL reads 63 letters of it, which those that are planned once stay below. */
function nameOf({ filter, order }: Wanted, from: Place | undefined): string {
  const flag = (key: "bestseller" | "featured" | "deals") =>
    filter[key] === undefined ? [] : [`${key}${filter[key] ? "+" : "-"}`];
  const given = VARYING.filter((key) => has(filter, key));
  return [
    from ? "onward" : "listing",
    order,
    ...flag("bestseller"),
    ...flag("featured"),
    ...flag("deals"),
    ...given,
  ].join(" ");
}

interface CardsWanted {
  filter: FilterShape;
  order: ListingOrder;
  /** Where to begin; without it the beginning. */
  from: SQL | undefined;
  limit: SQL;
  offset: SQL;
}

/** One page of cards. The ids come from an index alone, however far back the page is; then the card of each is looked up. */
function cardsOf(db: Database, { filter, order, from, limit, offset }: CardsWanted) {
  const { key, direction } = ORDERS[order];
  const conditions = [...scopeConditions(filter), ...Object.values(panelConditions(filter)), from];
  return db
    .select({ card: cardOf(sql`page.id`), key: sql<string>`page.key::text`, id: sql<number>`page.id` })
    .from(
      sql`(
        select ${product.id} as id, ${key} as key from ${product} where ${and(...conditions) ?? sql`true`}
        order by ${direction(key)}, ${direction(product.id)} limit ${limit} offset ${offset}
      ) as page`,
    )
    .orderBy(direction(sql`page.key`), direction(sql`page.id`))
    .limit(MAX_PER_PAGE);
}

/**
 * The place of a number that the planner cannot look into. Where it can, PostgreSQL finds each page cheaper than an unknown one
 * and plans every call anew, which takes it longer than answering (0.47 → 0.25 ms of its time for a page of 12).
 */
const unplanned = (name: string) => sql`(select ${sql.placeholder(name)}::bigint)`;
const place = (name: string) => sql`${sql.placeholder(name)}`;

/** The condition of everything from a place on. */
function fromPlace(order: ListingOrder): SQL {
  const { key, direction } = ORDERS[order];
  const [type, compared] = [sql.raw(key.getSQLType()), sql.raw(direction === desc ? "<=" : ">=")];
  const [ofKey, ofId] = [sql.placeholder("key"), sql.placeholder("id")];
  return sql`(${key}, ${product.id}) ${compared} ((select ${ofKey}::${type}), (select ${ofId}::integer))`;
}

function present<T>(...values: (T | false | undefined)[]): T[] {
  return values.filter((value): value is T => value !== false && value !== undefined);
}
