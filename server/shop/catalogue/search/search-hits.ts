import { and, type SQL, sql } from "drizzle-orm";
import { HOME_COUNTRY } from "../../../../contract/catalogue/origin.ts";
import { SEARCH_WINDOW } from "../../../../contract/limits.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { product } from "../../../platform/database/schema.ts";
import type { SearchQueries } from "../../../selling/search/search-query.ts";
import { ORDERS, type SearchOrder } from "../listing/listing.ts";
import { countedColumns, counts, countsSelection, isListed } from "../listing/listing-counts.ts";
import { type ListingFilter, scopeConditions } from "../listing/listing-filter.ts";

const WINDOW = sql.raw(String(SEARCH_WINDOW));

/** The values of the placeholders in selectHits. */
export function hitsValues({ tiers, terms }: SearchQueries, { page, perPage }: { page: number; perPage: number }) {
  return { tiers: JSON.stringify(tiers), terms: JSON.stringify(terms), limit: perPage, offset: (page - 1) * perPage };
}

/**
 * Builds the query of a search: finds candidates (the SQL function search_candidates), filters them, and returns the page's ids with the
 * counts. Reads at most SEARCH_WINDOW candidates, however large the catalogue is. Their table expression is named `product`, so that the
 * conditions of listings apply to them. The country of those from abroad comes from an index of these alone, which a shop without imports
 * has empty: reading a thousand wide rows would take longer than finding them.
 * @param first ids of products that come before all others
 */
export function selectHits(
  db: ReadDatabase,
  { filter, order, first }: { filter: ListingFilter; order: SearchOrder; first: readonly number[] },
) {
  return db.select({ ids: sql<number[]>`ids`, candidates: sql<number>`candidates`, ...countsSelection }).from(sql`(
    with ${product} as materialized (
      select found.*, coalesce(imported.country_of_origin, ${sql.raw(`'${HOME_COUNTRY}'`)}) as country_of_origin
      from ${candidates(first)} as found
      left join ${product} as imported on imported.id = found.id and imported.country_of_origin <> ${sql.raw(`'${HOME_COUNTRY}'`)}
    ), scoped as materialized (
      select tier, id, is_bestseller, review_count, created_at, ${countedColumns(filter)}
      from ${product} where ${and(sql`true`, ...scopeConditions(filter))}
    )
    select ${counts}, (select count(*)::int from ${product}) as candidates, array(
      select id from scoped where ${isListed}
      order by ${sortBy(order)} limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}
    ) as ids from scoped
  ) as hits`);
}

function candidates(first: readonly number[]): SQL {
  const byWords = sql`search_candidates(${queries("tiers")}, ${queries("terms")}, ${WINDOW})`;
  if (first.length === 0) return byWords;
  const ids = sql`${sql.param(`{${first}}`)}::bigint[]`;
  return sql`(
    select 0 as tier, product_id as id, category_id, subcategory_id, lowest_price_paise, original_price_paise, sizes, in_stock,
      is_bestseller, is_featured, notes, review_count, created_at
    from product_search where product_id = any (${ids})
    union all select * from ${byWords} as worded where not id = any (${ids})
  )`;
}

/** Passes the queries as JSON, because not every driver can send an array of tsquery. */
const queries = (name: string) =>
  sql`array(select query::tsquery from jsonb_array_elements_text(${sql.placeholder(name)}::jsonb) as query)`;

function sortBy(order: SearchOrder): SQL {
  if (order === "best match") return sql`tier, is_bestseller desc, review_count desc, id`;
  const { key, direction } = ORDERS[order];
  const column = key === product.createdAt ? "created_at" : key === product.lowestPricePaise ? "price" : "countries";
  return sql`${direction(sql.raw(column))}, ${direction(sql.raw("id"))}`;
}
