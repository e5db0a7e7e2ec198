/**
 * Makes PostgreSQL's planner choose the fastest plan for a page of a listing, and reuse it
 * (docs/decisions/2026-11-22-plans-of-filtered-listings.md has the numbers).
 */

import { type SQL, sql } from "drizzle-orm";
import { MAX_PER_PAGE } from "../../../../contract/limits.ts";
import { genericParam } from "../../../platform/database/prepared.ts";
import type { ListingCounts } from "./listing-counts.ts";
import { type FilterShape, isNarrowed, type ListingFilter, panelConditions } from "./listing-filter.ts";

/**
 * `index`: no panel filter, so the index holds the page. `scan`: the filter matches many products, so scanning the listing's index and
 * filtering soon fills the page. `custom`: the filter matches few, or its counts are unknown, so PostgreSQL plans with the values.
 */
export type ListingPlan = "index" | "scan" | "custom";

/** The number of products to scan above which planning with the values is cheaper. */
const MAX_SCANNED = 500;

/** @param end the number of listed products up to the end of the page */
export function planListing(filter: ListingFilter, end: number, counts: ListingCounts | undefined): ListingPlan {
  if (!isNarrowed(filter)) return "index";
  return counts && end <= counts.share * MAX_SCANNED ? "scan" : "custom";
}

/** The conditions of the filter panel, and the ids of one page, written so that the planner estimates them well. */
export function hintsFor(plan: ListingPlan, { sortsByPrice }: { sortsByPrice: boolean }) {
  const param = (name: string) => (plan === "custom" ? sql`${sql.placeholder(name)}` : genericParam(name, "bigint"));
  return {
    panel(filter: FilterShape): SQL[] {
      const { price, notes, sizes, countries, availability } = panelConditions(filter);
      if (plan !== "scan") return [price, notes, sizes, countries, availability];
      // coalesce() hides the conditions from other indexes, which PostgreSQL would use even where most products match (350 ms instead of 1
      // with a million products). In price order, a price range limits the scan itself.
      const hidden = [notes, sizes, countries].map((condition) => sql`coalesce(${condition}, false)`);
      return [sortsByPrice ? price : sql`coalesce(${price}, false)`, ...hidden, availability];
    },
    /** The constant limit tells the planner that a page is short; a parameter would not. */
    page: (ids: SQL): SQL => sql`(
      select id from (${ids} limit ${param("limit")} offset ${param("offset")}) as found limit ${sql.raw(String(MAX_PER_PAGE))}
    ) as page`,
  };
}
