import { type SQL, sql } from "drizzle-orm";
import { MAX_PER_PAGE } from "../../contract/limits.ts";
import { genericParam } from "../database/prepared.ts";
import type { ListingCounts } from "./listing-counts.ts";
import { type FilterShape, isNarrowed, type ListingFilter, panelConditions } from "./listing-filter.ts";

/**
 * What keeps PostgreSQL's planner on the shortest way to a page of a listing, and from planning it for each request
 * (docs/decisions/2026-11-22-filters-walk-or-choose.md has the numbers).
 */

/**
 * `index`: nothing narrows the listing, so its index holds the page. `walk`: the filter fits many products, so a walk along the
 * listing's index soon fills the page. `custom`: the filter fits few, or its counts are unknown, so PostgreSQL plans with the values.
 */
export type ListingPlan = "index" | "walk" | "custom";

/** Products that a walk may read before planning with the values costs less. */
const MAX_WALK = 500;

/** @param end the number of listed products up to the end of the page */
export function planListing(filter: ListingFilter, end: number, counts: ListingCounts | undefined): ListingPlan {
  if (!isNarrowed(filter)) return "index";
  return counts && end * counts.scope <= counts.total * MAX_WALK ? "walk" : "custom";
}

/** The conditions of the filter panel, and the ids of one page in a form that the planner estimates well. */
export function hintsFor(plan: ListingPlan, { sortsByPrice }: { sortsByPrice: boolean }) {
  const param = (name: string) => (plan === "custom" ? sql`${sql.placeholder(name)}` : genericParam(name, "bigint"));
  return {
    panel(filter: FilterShape): SQL[] {
      const { price, notes, availability } = panelConditions(filter);
      if (plan !== "walk") return [price, notes, availability];
      // Inside an expression no index of their own fits them: without the values PostgreSQL would pick one even where most products
      // fit (350 ms in place of 1 at a million). A price bounds the walk itself where that goes by price.
      return [sortsByPrice ? price : sql`coalesce(${price}, false)`, sql`coalesce(${notes}, false)`, availability];
    },
    /** The constant limit says that a page is short, which the planner cannot see in a parameter. */
    page: (ids: SQL): SQL => sql`(
      select id from (${ids} limit ${param("limit")} offset ${param("offset")}) as found limit ${sql.raw(String(MAX_PER_PAGE))}
    ) as page`,
  };
}
