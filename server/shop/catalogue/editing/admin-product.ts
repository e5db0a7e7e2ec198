/** One product as staff sees it. */

import { eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { productFields, sizeFields, sizePlace, sizePrices } from "../../../../contract/admin/product-fields.ts";
import type { AdminProduct, AdminSize } from "../../../../contract/admin/products.ts";
import { isoDayInIndia } from "../../../../contract/dates.ts";
import { ApiError } from "../../../base/errors.ts";
import { pick } from "../../../base/pick.ts";
import { readLastActionOf } from "../../../platform/audit/list-audit.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { emptyIfNull } from "../../../platform/database/empty-texts.ts";
import { arrayOf, jsonObject } from "../../../platform/database/json-object.ts";
import { category, gstRate, product, stock, variant } from "../../../platform/database/schema.ts";
import { today } from "../../../selling/variants/gst-rate.ts";
import { commonNameOf } from "../common-name.ts";
import { gstWarnings } from "../import/gst-warnings.ts";
import { withRupees } from "../listing/prices-in-rupees.ts";
import { type LegalFacts, missingForSale } from "./missing-for-sale.ts";
import { listedPriceChanges } from "./price-change-columns.ts";

export type ProductRow = typeof product.$inferSelect;

const subcategory = alias(category, "subcategory");

const { category: _, ...ofProduct } = productFields;
/** What staff sets of a product, except its category: the names are those of the table's columns. */
export const PRODUCT_FIELDS = Object.keys(ofProduct) as (keyof typeof ofProduct)[];

const { price, originalPrice, packsCarryMrp, gstPercent, gstFrom, ...ofSize } = {
  ...sizeFields,
  ...sizePrices,
  ...sizePlace,
};
/** What staff sets of a size under the names of the table's columns: all but its prices and its GST rate. */
export const SIZE_FIELDS = Object.keys(ofSize) as (keyof typeof ofSize)[];

/** The GST rate of a size that applies today. */
export const gstPercentToday = sql<
  number | null
>`(select percent from ${gstRate} where ${gstRate.variantId} = ${variant.id} and valid_from <= ${today}
  order by valid_from desc limit 1)`;

const sizesOf = arrayOf(
  jsonObject({
    id: variant.id,
    pricePaise: variant.pricePaise,
    originalPricePaise: variant.originalPricePaise,
    ...pick(getTableColumns(variant), SIZE_FIELDS),
    available: sql<number>`coalesce(on_hand - reserved, 0)`,
    reserved: sql<number>`coalesce(reserved, 0)`,
    gstPercent: gstPercentToday,
    laterRates: sql<AdminSize["laterRates"]>`(
      select coalesce(json_agg(json_build_object('from', valid_from, 'percent', percent) order by valid_from), '[]')
      from ${gstRate} where ${gstRate.variantId} = ${variant.id} and valid_from > ${today})`,
    plannedPrices: listedPriceChanges,
  }),
  sql`from ${variant} left join ${stock} on ${stock.variantId} = ${variant.id}
    where ${variant.productId} = ${product.id} order by ${variant.position}, ${variant.id}`,
);

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
    .select({
      row: product,
      category: sql<string>`coalesce(${subcategory.slug}, ${category.slug})`,
      commonName: commonNameOf(product.commonName, subcategory, category),
      sizes: sizesOf,
    })
    .from(product)
    .innerJoin(category, eq(category.id, product.categoryId))
    .leftJoin(subcategory, eq(subcategory.id, product.subcategoryId))
    .where(eq(product.id, id));
  if (!found) throw noProduct();
  const { row } = found;
  const sizes = found.sizes.map(
    ({ id: sizeId, plannedPrices, ...size }): AdminSize => ({
      ...withRupees(size),
      ...emptyIfNull(ofSize, size),
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
    ...emptyIfNull(ofProduct, row),
    category: found.category,
    claims: row.claims.map((claim) => ({ ...claim, validUntil: claim.validUntil ?? "" })),
    sizes,
    missing: missingForSale({ ...row, commonName: found.commonName, sizes }, facts),
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
