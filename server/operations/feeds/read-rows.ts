import { and, eq, inArray } from "drizzle-orm";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { priceChange } from "../../platform/database/schema.ts";
import { type CataloguePage, createCatalogueReader, type ReadShipping } from "../../shop/catalogue/products.ts";
import { type FeedRow, type FeedShop, rowsOfProduct, type SizeFacts } from "./feed-row.ts";

export interface RowsPage {
  products: { id: number; rows: FeedRow[] }[];
  /** The id of its last product, from which the next page continues; null at the end. */
  last: number | null;
}

/**
 * Returns a function that reads the rows of the next published products, by id: one page, as the product's endpoint has them. A product
 * that changes between two pages is neither skipped nor repeated.
 */
export function createRowsReader(
  db: ReadDatabase,
  readShipping: ReadShipping,
): (after: number, shop: FeedShop) => Promise<RowsPage> {
  const readPage = createCatalogueReader(db, readShipping);
  return async (after, shop) => {
    const page = await readPage(after);
    const sizes = await readFacts(db, page);
    const products = page.products.map((product) => ({
      id: Number(product._id),
      rows: rowsOfProduct(product, { sizes, googleCategory: page.googleCategories.get(product._id) ?? null }, shop),
    }));
    return { products, last: page.last };
  };
}

/** Adds to the weights since when a price applies that ends. */
async function readFacts(
  db: ReadDatabase,
  { weights }: Pick<CataloguePage, "weights">,
): Promise<ReadonlyMap<string, SizeFacts>> {
  const ids = [...weights.keys()].map(Number);
  if (ids.length === 0) return new Map();
  const running = await db
    .select({ variantId: priceChange.variantId, from: priceChange.startsAt, to: priceChange.endsAt })
    .from(priceChange)
    .where(and(inArray(priceChange.variantId, ids), eq(priceChange.state, "running")));
  const dates = new Map(running.flatMap(({ variantId, from, to }) => (to ? [[String(variantId), { from, to }]] : [])));
  return new Map(
    [...weights].map(([id, weightGrams]) => [id, { weightGrams, priceDates: dates.get(id) ?? null }] as const),
  );
}
