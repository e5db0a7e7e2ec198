import { inArray, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { stock, variant } from "../../platform/database/schema.ts";
import { isPurchasable } from "../variants/published.ts";

/** How many units of the query's variant can be sold now, without a stock row none. */
export const availableUnits = sql<number>`coalesce((select ${stock.onHand} - ${stock.reserved} from ${stock}
  where ${stock.variantId} = ${variant.id}), 0)`.mapWith(Number);

/** Reads how many units of sizes can be sold now, by SKU; sizes that are not for sale are omitted. */
export async function readAvailableUnits(
  db: DatabaseOrTransaction,
  skus: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .select({ sku: variant.sku, units: availableUnits, isForSale: isPurchasable })
    .from(variant)
    .where(inArray(variant.sku, [...skus]));
  return new Map(rows.filter(({ isForSale }) => isForSale).map(({ sku, units }) => [sku, units]));
}
