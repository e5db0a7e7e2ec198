/** Searches of staff: they find products in any state, and read words as those of shoppers. */

import { type AnyColumn, inArray, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { product, variant } from "../../platform/database/schema.ts";
import { findSizesByCode } from "./product-codes.ts";
import { searchQueries } from "./search-query.ts";
import { findTerms } from "./search-terms.ts";
import { typedWords } from "./search-words.ts";

/** Returns a condition of `product`: it has a size with this SKU or barcode, or else all words in its title and its sizes' names. */
export async function productMatches(db: DatabaseOrTransaction, typed: string): Promise<SQL> {
  const ids = (await findSizesByCode(db, typed)).map(({ productId }) => productId);
  return ids.length > 0 ? inArray(product.id, ids) : isNamed(db, product.id, typed);
}

/** Returns a condition of `variant`: its SKU or barcode, or else that of its product. */
export async function sizeMatches(db: DatabaseOrTransaction, typed: string): Promise<SQL> {
  const ids = (await findSizesByCode(db, typed)).map(({ id }) => id);
  return ids.length > 0 ? inArray(variant.id, ids) : isNamed(db, variant.productId, typed);
}

async function isNamed(db: DatabaseOrTransaction, productId: AnyColumn, typed: string): Promise<SQL> {
  const terms = await findTerms(db, typedWords(typed));
  if (terms.length === 0) return sql`false`;
  const [, inTitle] = searchQueries(terms).tiers;
  return sql`${productId} in (select product_id from product_search where title @@ ${inTitle}::tsquery)`;
}
