import { sql } from "drizzle-orm";
import type { ProductSummary } from "../../contract/catalogue.ts";
import type { Database } from "../database/database.ts";
import { countListing, type ListingCounts, type ListingFilter, type ListingOrder, listCards } from "./listing.ts";

export type SearchOrder = ListingOrder | "best match";

/** The products that a search finds, best match first unless another order is asked for. */
export async function searchProducts(
  db: Database,
  { filter, order, page, perPage }: { search: string; filter: ListingFilter; order: SearchOrder; page: number; perPage: number },
): Promise<ListingCounts & { data: ProductSummary[] }> {
  const data = await listCards(db, { filter, order: order === "best match" ? "newest" : order, page, perPage });
  return { data, ...(await countListing(db, filter, sql`select id from product`)) };
}
