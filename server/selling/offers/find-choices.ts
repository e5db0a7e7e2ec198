import { and, asc, eq, ilike, or } from "drizzle-orm";
import type { OfferChoice, OfferChoiceKind } from "../../../contract/admin/offers.ts";
import type { Database } from "../../platform/database/database.ts";
import { category, product, variant } from "../../platform/database/schema.ts";
import { productMatches, sizeMatches } from "../search/staff-search.ts";
import { sizeName } from "./size-name.ts";

/** Maximum number of results. */
const MAX_FOUND = 12;

/** Finds what an offer can be for: categories by words of their name or slug, products and sizes as the other searches of staff do. */
export async function findChoices(db: Database, kind: OfferChoiceKind, typed: string): Promise<OfferChoice[]> {
  switch (kind) {
    case "category": {
      const words = typed.split(/\s+/).map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
      return db
        .select({ value: category.slug, name: category.name })
        .from(category)
        .where(and(...words.map((word) => or(ilike(category.name, word), ilike(category.slug, word)))))
        .orderBy(asc(category.name), asc(category.id))
        .limit(MAX_FOUND);
    }
    case "product":
      return db
        .select({ value: product.slug, name: product.title })
        .from(product)
        .where(or(eq(product.slug, typed), await productMatches(db, typed)))
        .orderBy(asc(product.title), asc(product.id))
        .limit(MAX_FOUND);
    case "size":
      return db
        .select({
          value: variant.sku,
          name: sizeName,
        })
        .from(variant)
        .innerJoin(product, eq(product.id, variant.productId))
        .where(await sizeMatches(db, typed))
        .orderBy(asc(product.title), asc(variant.id))
        .limit(MAX_FOUND);
  }
}
