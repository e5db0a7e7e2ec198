import { type SQLWrapper, sql } from "drizzle-orm";
import type { Product, ProductSummary } from "../../contract/catalogue.ts";
import type { Database } from "../database/database.ts";
import { prepareQuery } from "../database/prepared.ts";
import { readTogether } from "../database/read-together.ts";
import { product } from "../database/schema.ts";
import { jsonRow } from "./json-row.ts";
import { cardOf } from "./product-card.ts";

/** From how few pieces on a page says that there are only so many left. */
const LOW_STOCK = 5;
/** How many products a page offers as well-paired. */
const SIMILAR = 6;

/** A product's row as far as its page needs it. */
type ProductRow = Pick<
  typeof product.$inferSelect,
  | "images"
  | "sku"
  | "description"
  | "keyBenefits"
  | "howToUse"
  | "faqs"
  | "topNotes"
  | "heartNotes"
  | "baseNotes"
  | "scentFamily"
  | "concentration"
  | "longevity"
  | "sillage"
  | "netQuantity"
  | "netQuantityUnit"
  | "ingredients"
  | "allergens"
  | "countryOfOrigin"
  | "shelfLifeMonths"
  | "stock"
  | "ratingCounts"
> & { card: ProductSummary; categoryPath: ([name: string, slug: string] | null)[]; similar: ProductSummary[] };

const detail = jsonRow<ProductRow>({
  card: cardOf(product.id),
  images: product.images,
  categoryPath: sql`json_build_array(${categoryLink(product.categoryId)}, ${categoryLink(product.subcategoryId)})`,
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
  similar: similarCards(),
});

/**
 * Reads products: gives back what finds the one with a slug as its page shows it, or null. One statement, prepared once, also for
 * several who ask at the same time.
 */
export function createProductReader(db: Database): (slug: string) => Promise<Product | null> {
  const statement = prepareQuery(
    "product",
    db
      .select({ values: detail.json })
      .from(product)
      // By the inner select the planner does not see how many slugs there are, so that one plan serves for any number.
      .where(sql`${product}.slug = any ((select ${sql.placeholder("slugs")}::text[])::text[])`),
  );

  return readTogether(async (slugs: string[]) => {
    const rows = await statement.execute({ slugs });
    const products = rows.map(({ values }) => toProduct(detail.read(values)));
    return new Map(products.map((found) => [found.slug, found]));
  });
}

function categoryLink(id: SQLWrapper) {
  return sql`(select json_build_array(name, slug) from category where category.id = ${id})`;
}

/**
 * The cards beside a product: those that it is paired with by hand, in that order, then the newest of its category. Of these one
 * more than needed is read, since the product itself may be among them.
 */
function similarCards() {
  return sql`array(
    select ${cardOf(sql`near.id`)} from unnest(
      array(select mate.id from unnest(product.paired_with) with ordinality as named (slug, place)
        join product as mate on mate.slug = named.slug order by named.place)
      || array(select mate.id from product as mate
        where mate.category_id = product.category_id and mate.slug <> all (product.paired_with)
        order by mate.created_at desc, mate.id desc limit ${sql.raw(String(SIMILAR + 1))})
    ) with ordinality as near (id, place)
    where near.id <> product.id order by near.place limit ${sql.raw(String(SIMILAR))}
  )`;
}

function toProduct(row: ProductRow): Product {
  return {
    ...row.card,
    images: row.images,
    sku: row.sku,
    desc: row.description,
    categoryPath: row.categoryPath.filter((link) => link !== null).map(([name, slug]) => ({ name, slug })),
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
    similar_products: row.similar,
  };
}
