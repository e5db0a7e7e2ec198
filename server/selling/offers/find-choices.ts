import { and, asc, eq, ilike, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { OfferChoice, OfferChoiceKind } from "../../../contract/admin/offers.ts";
import type { Database } from "../../platform/database/database.ts";
import { category, product, variant } from "../../platform/database/schema.ts";

/** Maximum number of results. */
const MAX_FOUND = 12;

/** Finds what an offer can be for, by words of its name; products and sizes also by their slug or SKU. */
export function findChoices(db: Database, kind: OfferChoiceKind, typed: string): Promise<OfferChoice[]> {
  const words = typed.split(/\s+/).map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const named = (...columns: PgColumn[]) => and(...words.map((word) => or(...columns.map((one) => ilike(one, word)))));
  switch (kind) {
    case "category":
      return db
        .select({ value: category.slug, name: category.name })
        .from(category)
        .where(named(category.name, category.slug))
        .orderBy(asc(category.name), asc(category.id))
        .limit(MAX_FOUND);
    case "product":
      return db
        .select({ value: product.slug, name: product.title })
        .from(product)
        .where(named(product.title, product.slug))
        .orderBy(asc(product.title), asc(product.id))
        .limit(MAX_FOUND);
    case "size":
      return db
        .select({
          value: variant.sku,
          name: sql<string>`concat_ws(', ', ${product.title}, nullif(${variant.label}, ''))`,
        })
        .from(variant)
        .innerJoin(product, eq(product.id, variant.productId))
        .where(named(product.title, variant.label, variant.sku))
        .orderBy(asc(product.title), asc(variant.id))
        .limit(MAX_FOUND);
  }
}
