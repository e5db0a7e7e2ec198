/** One product as staff sees it. */

import { eq, sql } from "drizzle-orm";
import type { AdminProduct, AdminSize } from "../../../../contract/admin/products.ts";
import { isoDayInIndia } from "../../../../contract/dates.ts";
import { ApiError } from "../../../base/errors.ts";
import { readLastActionOf } from "../../../platform/audit/list-audit.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { category, gstRate, product, stock, variant } from "../../../platform/database/schema.ts";
import { today } from "../../../selling/variants/gst-rate.ts";
import { gstWarnings } from "../import/gst-warnings.ts";
import { type PricesInPaise, withRupees } from "../listing/prices-in-rupees.ts";
import { type LegalFacts, missingForSale } from "./missing-for-sale.ts";
import { listedPriceChanges } from "./price-change-columns.ts";

export type ProductRow = typeof product.$inferSelect;

type PlannedPrice = AdminSize["plannedPrices"][number];
interface SizeRow extends Omit<AdminSize, "_id" | "price" | "originalPrice" | "plannedPrices">, PricesInPaise {
  id: number;
  plannedPrices: (Omit<PlannedPrice, "price" | "originalPrice"> & PricesInPaise)[];
}

const sizesOf = sql<SizeRow[]>`array(
  select json_build_object('id', ${variant.id}, 'sku', sku, 'label', label, 'pricePaise', ${variant.pricePaise},
    'originalPricePaise', ${variant.originalPricePaise}, 'netQuantity', net_quantity, 'netQuantityUnit', net_quantity_unit,
    'weightGrams', weight_grams, 'lengthMm', length_mm, 'widthMm', width_mm, 'heightMm', height_mm, 'barcode', barcode, 'hsn', hsn,
    'position', position, 'onSale', on_sale, 'available', coalesce(on_hand - reserved, 0), 'reserved', coalesce(reserved, 0),
    'gstPercent', (select percent from ${gstRate} where ${gstRate.variantId} = ${variant.id} and valid_from <= ${today}
      order by valid_from desc limit 1),
    'laterRates', (select coalesce(json_agg(json_build_object('from', valid_from, 'percent', percent) order by valid_from), '[]')
      from ${gstRate} where ${gstRate.variantId} = ${variant.id} and valid_from > ${today}), 'plannedPrices', ${listedPriceChanges})
  from ${variant} left join ${stock} on ${stock.variantId} = ${variant.id}
  where ${variant.productId} = ${product.id} order by ${variant.position}, ${variant.id}
)`;

/**
 * Reads a product with its sizes.
 * @param facts what the shop's settings contribute to every listing
 * @throws ApiError (404)
 */
export async function readAdminProduct(
  db: DatabaseOrTransaction,
  id: number,
  facts: LegalFacts,
): Promise<AdminProduct> {
  const [found] = await db
    .select({ row: product, category: category.slug, sizes: sizesOf })
    .from(product)
    .innerJoin(category, eq(category.id, sql`coalesce(${product.subcategoryId}, ${product.categoryId})`))
    .where(eq(product.id, id));
  if (!found) throw noProduct();
  const { row } = found;
  const sizes = found.sizes.map(
    ({ id: sizeId, plannedPrices, ...size }): AdminSize => ({
      ...withRupees(size),
      plannedPrices: plannedPrices.map((planned) => ({
        ...withRupees(planned),
        startsAt: new Date(planned.startsAt).toISOString(),
        endsAt: planned.endsAt === null ? null : new Date(planned.endsAt).toISOString(),
      })),
      _id: String(sizeId),
    }),
  );
  return {
    _id: String(row.id),
    version: row.version,
    state: row.state,
    publishAt: row.publishAt?.toISOString() ?? null,
    slug: row.slug,
    title: row.title,
    subTitle: row.subTitle,
    description: row.description,
    category: found.category,
    isFeatured: row.isFeatured,
    isBestseller: row.isBestseller,
    keyBenefits: row.keyBenefits,
    howToUse: row.howToUse,
    faqs: row.faqs,
    topNotes: row.topNotes,
    heartNotes: row.heartNotes,
    baseNotes: row.baseNotes,
    keywords: row.keywords,
    scentFamily: row.scentFamily ?? "",
    concentration: row.concentration ?? "",
    longevity: row.longevity ?? "",
    sillage: row.sillage ?? "",
    ingredients: row.ingredients,
    allergens: row.allergens,
    countryOfOrigin: row.countryOfOrigin,
    manufacturer: row.manufacturer ?? "",
    packer: row.packer ?? "",
    importer: row.importer ?? "",
    originPlace: row.originPlace ?? "",
    originPlant: row.originPlant ?? "",
    originStory: row.originStory,
    shelfLifeMonths: row.shelfLifeMonths,
    pairedWith: row.pairedWith,
    wearWith: row.wearWith,
    claims: row.claims.map((claim) => ({ ...claim, validUntil: claim.validUntil ?? "" })),
    metaTitle: row.metaTitle ?? "",
    metaDescription: row.metaDescription ?? "",
    images: row.images,
    sizes,
    missing: missingForSale({ ...row, sizes }, facts),
    gstWarnings: gstWarnings(sizes, facts, isoDayInIndia(new Date())),
    lastChange: await readLastActionOf(db, { type: "product", id: String(id) }),
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * Locks a product.
 * @param version that the caller has seen
 * @throws ApiError (404), (409) if it has changed since
 */
export async function lockProduct(trx: DatabaseOrTransaction, id: number, version: number): Promise<ProductRow> {
  const row = await lockProductRow(trx, id);
  if (row.version !== version)
    throw new ApiError("conflict", "Somebody has changed this product meanwhile. Nothing that you have typed is lost.");
  return row;
}

/** Locks a product in any version. @throws ApiError (404) */
export async function lockProductRow(trx: DatabaseOrTransaction, id: number): Promise<ProductRow> {
  const [row] = await trx.select().from(product).where(eq(product.id, id)).for("no key update");
  if (!row) throw noProduct();
  return row;
}

const noProduct = () => new ApiError("not_found", "There is no such product.");
