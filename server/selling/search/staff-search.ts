/** Searches of staff: they find products in any state, and read words as those of shoppers. */

import { inArray, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { product, variant } from "../../platform/database/schema.ts";
import { hasCodeIn } from "./product-codes.ts";
import { searchQueries } from "./search-query.ts";
import { createTermFinder } from "./search-terms.ts";
import { typedWords } from "./search-words.ts";

/** Returns a condition of `product`: it has a size with this SKU or barcode, or else all words in its title and its sizes' names. */
export async function productMatches(db: DatabaseOrTransaction, typed: string): Promise<SQL> {
  const sizes = await findByCode(db, typed);
  return sizes.length > 0
    ? inArray(
        product.id,
        sizes.map(({ productId }) => productId),
      )
    : sql`${product.id} in ${await productsNamed(db, typed)}`;
}

/** Returns a condition of `variant`: its SKU or barcode, or else that of its product. */
export async function sizeMatches(db: DatabaseOrTransaction, typed: string): Promise<SQL> {
  const sizes = await findByCode(db, typed);
  return sizes.length > 0
    ? inArray(
        variant.id,
        sizes.map(({ id }) => id),
      )
    : sql`${variant.productId} in ${await productsNamed(db, typed)}`;
}

async function findByCode(db: DatabaseOrTransaction, typed: string): Promise<{ id: number; productId: number }[]> {
  const hasCode = hasCodeIn(typed);
  return hasCode ? db.select({ id: variant.id, productId: variant.productId }).from(variant).where(hasCode) : [];
}

async function productsNamed(db: DatabaseOrTransaction, typed: string): Promise<SQL> {
  const terms = await createTermFinder(db)(typedWords(typed));
  if (terms.length === 0) return sql`(select null::bigint)`;
  const [, inTitle] = searchQueries(terms).tiers;
  return sql`(select product_id from product_search where title @@ ${inTitle}::tsquery)`;
}
