import { and, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Product } from "../../contract/catalogue.ts";
import type { Database } from "../database/database.ts";
import { category, product } from "../database/schema.ts";
import { cardColumns, toSummary } from "./product-card.ts";

/** From how few pieces on a page says that there are only so many left. */
const LOW_STOCK = 5;
/** How many products a page offers as well-paired. */
const SIMILAR = 8;

const top = alias(category, "top");
const sub = alias(category, "sub");

/** One product as its page shows it, or null when there is none with this slug. */
export async function findProduct(db: Database, slug: string): Promise<Product | null> {
  const [row] = await db
    .select({
      ...cardColumns,
      category: top.name,
      categorySlug: top.slug,
      subcategory: sub.name,
      subcategorySlug: sub.slug,
      categoryId: product.categoryId,
      images: product.images,
      sku: product.sku,
      description: product.description,
      keyBenefits: product.keyBenefits,
      howToUse: product.howToUse,
      faqs: product.faqs,
      topNotes: product.topNotes,
      heartNotes: product.heartNotes,
      baseNotes: product.baseNotes,
      scentFamily: product.scentFamily,
      concentration: product.concentration,
      longevity: product.longevity,
      sillage: product.sillage,
      netQuantity: product.netQuantity,
      netQuantityUnit: product.netQuantityUnit,
      ingredients: product.ingredients,
      allergens: product.allergens,
      countryOfOrigin: product.countryOfOrigin,
      shelfLifeMonths: product.shelfLifeMonths,
      stock: product.stock,
      ratingCounts: product.ratingCounts,
      pairedWith: product.pairedWith,
    })
    .from(product)
    .innerJoin(top, eq(top.id, product.categoryId))
    .leftJoin(sub, eq(sub.id, product.subcategoryId))
    .where(eq(product.slug, slug));
  if (!row) return null;

  const summary = toSummary(row);
  return {
    ...summary,
    sku: row.sku,
    desc: row.description,
    categoryPath: [
      { name: row.category, slug: row.categorySlug },
      ...(row.subcategory && row.subcategorySlug ? [{ name: row.subcategory, slug: row.subcategorySlug }] : []),
    ],
    key_benefits: row.keyBenefits,
    how_to_use: row.howToUse,
    faqs: row.faqs,
    notePyramid: { top: row.topNotes, heart: row.heartNotes, base: row.baseNotes },
    scentFamily: row.scentFamily,
    concentration: row.concentration,
    longevity: row.longevity,
    sillage: row.sillage,
    netQuantity: { value: row.netQuantity, unit: row.netQuantityUnit },
    ingredients: row.ingredients,
    allergens: row.allergens,
    countryOfOrigin: row.countryOfOrigin,
    shelfLifeMonths: row.shelfLifeMonths,
    lowStock: row.stock > 0 && row.stock <= LOW_STOCK ? row.stock : null,
    ratingCounts: row.ratingCounts,
    similar_products: await findSimilar(db, row),
  };
}

/** The products it is paired with by hand, in that order, filled up with the newest of its category. */
async function findSimilar(db: Database, of: { id: number; categoryId: number; pairedWith: string[] }) {
  const newest = db
    .select({ id: product.id })
    .from(product)
    .where(and(eq(product.categoryId, of.categoryId), ne(product.id, of.id)))
    .orderBy(desc(product.createdAt), desc(product.id))
    .limit(SIMILAR);
  const place = sql`array_position(${sql.param(of.pairedWith, product.pairedWith)}, ${product.slug})`;
  const rows = await db
    .select(cardColumns)
    .from(product)
    .where(and(ne(product.id, of.id), or(inArray(product.slug, of.pairedWith), inArray(product.id, newest))))
    .orderBy(sql`${place} nulls last`, desc(product.createdAt), desc(product.id))
    .limit(SIMILAR);
  return rows.map(toSummary);
}
