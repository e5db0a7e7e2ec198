import { and, asc, eq, ilike, inArray, isNull, notInArray } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { HOME_COUNTRY } from "../../../../contract/catalogue/origin.ts";
import type { Picture } from "../../../../contract/pictures.ts";
import type { Paise } from "../../../base/money.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { product, productSlug } from "../../../platform/database/schema.ts";
import { isPublished } from "../../../selling/variants/published.ts";

export const countProducts = (db: ReadDatabase): Promise<number> => db.$count(product);

/** Counts the products that shoppers can buy: published, with available units of any size. */
export const countProductsInStock = (db: ReadDatabase): Promise<number> =>
  db.$count(product, and(isPublished, product.inStock));

/** Lists the slugs of the oldest published products. */
export async function listFirstSlugs(db: ReadDatabase, limit: number): Promise<string[]> {
  const found = await db
    .select({ slug: product.slug })
    .from(product)
    .where(isPublished)
    .orderBy(asc(product.id))
    .limit(limit);
  return found.map(({ slug }) => slug);
}

/** Returns the slugs that have no published product. */
export async function findUnknownSlugs(db: ReadDatabase, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const found = await db
    .select({ slug: product.slug })
    .from(product)
    .where(and(inArray(product.slug, [...slugs]), isPublished));
  return slugs.filter((slug) => !found.some((row) => row.slug === slug));
}

/** Returns the first slugs of published products from abroad that name no importer. */
export async function findWithoutImporter(db: ReadDatabase): Promise<string[]> {
  const found = await db
    .select({ slug: product.slug })
    .from(product)
    .where(and(isPublished, isNull(product.importer), notInArray(product.countryOfOrigin, ["", HOME_COUNTRY])))
    .orderBy(product.slug)
    .limit(20);
  return found.map(({ slug }) => slug);
}

/** Returns the slugs that no published product has or had. */
export async function findUnknownProducts(db: ReadDatabase, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const found = await union(
    db
      .select({ slug: product.slug })
      .from(product)
      .where(and(inArray(product.slug, [...slugs]), isPublished)),
    db
      .select({ slug: productSlug.slug })
      .from(productSlug)
      .innerJoin(product, eq(product.id, productSlug.productId))
      .where(and(inArray(productSlug.slug, [...slugs]), isPublished)),
  );
  return slugs.filter((slug) => !found.some((row) => row.slug === slug));
}

/** A product as emails show it. */
export interface MailProduct {
  slug: string;
  title: string;
  /** The price of its cheapest size. */
  pricePaise: Paise;
  /** Whether another size costs more. */
  isFrom: boolean;
  image: Picture | null;
}

/** Reads those of these products that are published. */
export async function readMailProducts(
  db: Pick<ReadDatabase, "select">,
  slugs: readonly string[],
): Promise<MailProduct[]> {
  if (slugs.length === 0) return [];
  const rows = await db
    .select({
      slug: product.slug,
      title: product.title,
      pricePaise: product.lowestPricePaise,
      highestPaise: product.highestPricePaise,
      images: product.images,
    })
    .from(product)
    .where(and(inArray(product.slug, [...slugs]), isPublished));
  return rows.map(({ highestPaise, images, ...row }) => ({
    ...row,
    isFrom: highestPaise > row.pricePaise,
    image: images[0] ?? null,
  }));
}

/** Finds at most twelve published products whose title has all these words. */
export function findMailProducts(db: ReadDatabase, typed: string): Promise<{ slug: string; title: string }[]> {
  const words = typed.split(/\s+/).map((word) => ilike(product.title, `%${word.replace(/[\\%_]/g, "\\$&")}%`));
  return db
    .select({ slug: product.slug, title: product.title })
    .from(product)
    .where(and(isPublished, ...words))
    .orderBy(asc(product.title), asc(product.id))
    .limit(12);
}
