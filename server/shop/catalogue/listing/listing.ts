import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { ProductQuery, ProductSummary } from "../../../../contract/catalogue/schemas.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { prepareQuery } from "../../../platform/database/prepared.ts";
import { category, product } from "../../../platform/database/schema.ts";
import type { ListingCounts } from "./listing-counts.ts";
import { type FilterShape, type ListingFilter, scopeConditions, shapeKey, shapeOf } from "./listing-filter.ts";
import { hintsFor, type ListingPlan, planListing } from "./listing-plan.ts";
import { inCategory, summaryColumns, toProductSummary } from "./product-summary.ts";

export type ListingOrder = "newest" | "oldest" | "cheapest" | "dearest" | "origin" | "origin backwards";
export type SearchOrder = ListingOrder | "best match";

/** Returns the order that a query requests; by default the newest first. */
export function orderOf(query: Pick<ProductQuery, "price_sort" | "date_sort" | "origin_sort">): ListingOrder {
  if (query.price_sort) return query.price_sort === "asc" ? "cheapest" : "dearest";
  if (query.origin_sort) return query.origin_sort === "asc" ? "origin" : "origin backwards";
  return query.date_sort === "asc" ? "oldest" : "newest";
}

/** Sort keys; the id breaks ties, so that pages neither repeat nor omit a product. */
export const ORDERS = {
  newest: { key: product.createdAt, direction: desc },
  oldest: { key: product.createdAt, direction: asc },
  cheapest: { key: product.lowestPricePaise, direction: asc },
  dearest: { key: product.lowestPricePaise, direction: desc },
  origin: { key: product.countryOfOrigin, direction: asc },
  "origin backwards": { key: product.countryOfOrigin, direction: desc },
} as const;

export interface ListingRequest {
  filter: ListingFilter;
  order: ListingOrder;
  /** The page number, from 1. */
  page: number;
  perPage: number;
  /** The last known counts of the filter, for choosing a plan; stale ones only cost time. */
  counts?: ListingCounts;
}

/**
 * Maximum number of prepared statements, each of which takes memory in every database connection. A shop's own pages need a few dozen;
 * requests can have thousands of combinations.
 */
const MAX_STATEMENTS = 200;

/** The name of an unprepared statement, which PostgreSQL plans at each execution. */
const UNNAMED = "";

type Statement = ReturnType<ReturnType<typeof selectPage>["prepare"]>;

/** Returns a function that reads one page of a listing. */
export function createListing(db: ReadDatabase): (request: ListingRequest) => Promise<ProductSummary[]> {
  const statements = new Map<string, Statement>();

  function statementFor(plan: ListingPlan, order: ListingOrder, filter: ListingFilter): Statement {
    const key = [plan, order, shapeKey(filter)].join(" ");
    const known = statements.get(key);
    if (known) return known;
    const query = selectPage(db, plan, order, shapeOf(filter));
    const isStored = statements.size < MAX_STATEMENTS;
    const statement = isStored && plan !== "custom" ? prepareQuery("listing", query) : query.prepare(UNNAMED);
    if (isStored) statements.set(key, statement);
    return statement;
  }

  return async ({ filter, order, page, perPage, counts }) => {
    const statement = statementFor(planListing(filter, page * perPage, counts), order, filter);
    const rows = await statement.execute({ ...filter, limit: perPage, offset: (page - 1) * perPage });
    return rows.map(toProductSummary);
  };
}

/** Selects the page's ids from an index, then joins their summaries. */
function selectPage(db: ReadDatabase, plan: ListingPlan, order: ListingOrder, filter: FilterShape) {
  const { key, direction } = ORDERS[order];
  const { panel, page } = hintsFor(plan, { sortsByPrice: key === product.lowestPricePaise });
  const conditions = and(...scopeConditions(filter), ...panel(filter)) ?? sql`true`;
  return db
    .select(summaryColumns)
    .from(
      page(
        sql`select ${product.id} as id from ${product} where ${conditions} order by ${direction(key)}, ${direction(product.id)}`,
      ),
    )
    .innerJoin(product, eq(product.id, sql`page.id`))
    .innerJoin(category, inCategory)
    .orderBy(direction(key), direction(product.id));
}
