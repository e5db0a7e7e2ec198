import { and, type SQL, sql } from "drizzle-orm";
import { SEARCH_WINDOW } from "../../contract/limits.ts";
import type { Database } from "../database/database.ts";
import { product } from "../database/schema.ts";
import { type ListingOrder, ORDERS } from "./listing.ts";
import { type CountsRow, countedColumns, counts, countsSelection, isListed } from "./listing-counts.ts";
import { type ListingFilter, scopeConditions } from "./listing-filter.ts";
import type { SearchQueries } from "./search-query.ts";

export type SearchOrder = ListingOrder | "best match";

/** The ids of one page of a search, and the counts of the whole search. */
export type HitsRow = CountsRow & { ids: number[] };

const WINDOW = sql.raw(String(SEARCH_WINDOW));

/** The values of hitsOf's placeholders. */
export function hitsValues({ tiers, terms }: SearchQueries, { page, perPage }: { page: number; perPage: number }) {
  return { tiers: JSON.stringify(tiers), terms: JSON.stringify(terms), limit: perPage, offset: (page - 1) * perPage };
}

/**
 * The statement of a search: candidates (see search_candidates in the migration search_and_ratings), then what the listing and the
 * panel leave of them, then the page and the numbers together. It reads no more candidates than the window, however large the
 * catalogue is, and up to the window it is complete.
 */
export function hitsOf(db: Database, filter: ListingFilter, order: SearchOrder) {
  return db.select({ ids: sql<number[]>`ids`, ...countsSelection }).from(sql`(
    with scoped as materialized (
      select candidates.tier, listed.* from search_candidates(${queries("tiers")}, ${queries("terms")}, ${WINDOW}) as candidates
      cross join lateral (
        select ${product.id} as id, ${product.isBestseller} as is_bestseller, ${product.reviewCount} as review_count,
          ${product.createdAt} as created_at, ${countedColumns(filter)}
        from ${product} where ${and(sql`${product.id} = candidates.id`, ...scopeConditions(filter))} limit 1
      ) as listed
    ), page as (
      select id, row_number() over (order by ${placesOf(order)}) as place from scoped where ${isListed}
      order by place limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}
    )
    select ${counts}, array(select id from page order by place) as ids from scoped
  ) as answer`);
}

/** A list of queries arrives as JSON: not every driver can send a list of a type that it does not know. */
const queries = (name: string) =>
  sql`array(select query::tsquery from jsonb_array_elements_text(${sql.placeholder(name)}::jsonb) as query)`;

function placesOf(order: SearchOrder): SQL {
  if (order === "best match") return sql`tier, is_bestseller desc, review_count desc, id`;
  const { key, direction } = ORDERS[order];
  return sql`${direction(sql.raw(key === product.createdAt ? "created_at" : "price"))}, ${direction(sql.raw("id"))}`;
}
