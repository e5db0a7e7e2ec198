/** Changes the sizes of a product, by the rules of a product file. */

import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, ne } from "drizzle-orm";
import type * as z from "zod/mini";
import type { AdminSize, productEndpoints } from "../../../../contract/admin/products.ts";
import { isoDayInIndia } from "../../../../contract/dates.ts";
import type { FieldError } from "../../../../contract/errors.ts";
import { ApiError } from "../../../base/errors.ts";
import { toPaise } from "../../../base/money.ts";
import { pick } from "../../../base/pick.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { nullIfEmpty } from "../../../platform/database/empty-texts.ts";
import { gstRate, product, variant } from "../../../platform/database/schema.ts";
import { lockProductNames } from "../../../platform/database/single-node.ts";
import { printedMrpProblem } from "../../../selling/stock/printed-mrp.ts";
import { GST_SINCE } from "../../../selling/variants/gst-rate.ts";
import { projectVariants } from "../../../selling/variants/project-variants.ts";
import { nameKey, nameKeyOf } from "../../../selling/variants/size-names.ts";
import { problemSentence } from "../import/csv-table.ts";
import { LATER_RATE, takenMessage } from "../import/import-conflicts.ts";
import { SIZE_FIELDS } from "./admin-product.ts";

export type SizeChanges = NonNullable<z.output<(typeof productEndpoints.changeProduct)["body"]>["sizes"]>[number];

const REQUIRED = ["sku", "label", "price", "netQuantity", "netQuantityUnit", "hsn", "gstPercent"] as const;
/** A new size, or a stored one with its changes. */
type EditedSize = SizeChanges & Required<Pick<SizeChanges, (typeof REQUIRED)[number]>> & { own?: AdminSize };

/**
 * Changes sizes of a product, and adds those without an id after the others.
 * @param stored its sizes
 * @returns whether anything has changed
 * @throws ApiError (422) naming each invalid field, such as `sizes.0.sku`, (409) for a price above the MRP that packs in stock carry
 */
export async function changeSizes(
  trx: DatabaseOrTransaction,
  productId: number,
  stored: readonly AdminSize[],
  changes: readonly SizeChanges[],
  now: Date,
): Promise<boolean> {
  const sizes = changes.map((change, at) => mergeSize(stored, change, `sizes.${at}`, now));
  const errors = await nameProblems(trx, productId, stored, sizes);
  if (errors.length > 0) throw new ApiError("invalid_input", errors[0]?.message, errors);
  await requirePrintedMrp(trx, sizes);
  // Two sizes may exchange their names, and a new one may take that of another.
  for (const { _id, sku, label } of stored)
    if (sizes.some((size) => size._id !== _id && (size.sku === sku || size.label === label)))
      await trx
        .update(variant)
        .set({ sku: `(former) ${_id}`, label: `(former) ${_id}` })
        .where(eq(variant.id, Number(_id)));
  let isChanged = false;
  let position = 1 + Math.max(-1, ...stored.map((size) => size.position));
  for (const { own, gstPercent: percent, gstFrom, ...size } of sizes) {
    const values = columnsOf(size);
    let variantId = Number(own?._id);
    if (!own) {
      const row = { position: position++, ...values, productId };
      const [added] = await trx.insert(variant).values(row).returning({ id: variant.id });
      if (!added) throw new Error("the size was not stored");
      variantId = added.id;
    } else if (!isDeepStrictEqual(values, columnsOf(own))) {
      await trx.update(variant).set(values).where(eq(variant.id, variantId));
      isChanged = true;
    }
    if (gstFrom === undefined && percent === own?.gstPercent) continue;
    const rated = await trx
      .insert(gstRate)
      .values({ variantId, percent, validFrom: gstFrom ?? (own ? isoDayInIndia(now) : GST_SINCE) })
      .onConflictDoUpdate({
        target: [gstRate.variantId, gstRate.validFrom],
        set: { percent },
        setWhere: ne(gstRate.percent, percent),
      })
      .returning({ variantId: gstRate.variantId });
    isChanged ||= rated.length > 0;
  }
  if (isChanged) await projectVariants(trx, [productId]);
  return isChanged;
}

/** @throws ApiError (422) for the size of another product, and naming a wrong or missing field */
function mergeSize(stored: readonly AdminSize[], change: SizeChanges, at: string, now: Date): EditedSize {
  const own = stored.find(({ _id }) => _id === change._id);
  if (!own && change._id !== undefined) throw ApiError.ofField(`${at}._id`, "This size belongs to another product.");
  for (const field of own ? [] : REQUIRED)
    if (change[field] === undefined) throw ApiError.ofField(`${at}.${field}`, "A new size needs this.");
  const size = { ...own, ...change, ...(own && { own }) } as EditedSize;
  if (size.originalPrice != null && size.originalPrice <= size.price)
    throw ApiError.ofField(
      `${at}.originalPrice`,
      "The MRP must be above the price; leave it empty without a discount.",
    );
  if (!own && size.gstFrom !== undefined && size.gstFrom > isoDayInIndia(now))
    throw ApiError.ofField(`${at}.gstFrom`, problemSentence(LATER_RATE));
  return size;
}

const columnsOf = ({ price, originalPrice, ...size }: Omit<EditedSize, "_id" | "gstPercent">) => ({
  ...nullIfEmpty(variant, pick(size, SIZE_FIELDS)),
  pricePaise: toPaise(price),
  originalPricePaise: originalPrice == null ? null : toPaise(originalPrice),
});

/** @throws ApiError (409) for sizes that would be sold above the MRP that their packs carry, unless staff states that they carry the new one */
async function requirePrintedMrp(trx: DatabaseOrTransaction, sizes: readonly EditedSize[]): Promise<void> {
  const errors: FieldError[] = [];
  for (const [at, size] of sizes.entries()) {
    if (!size.own || size.packsCarryMrp) continue;
    const message = await printedMrpProblem(trx, Number(size.own._id), columnsOf(size.own), columnsOf(size));
    if (message)
      errors.push({ field: `sizes.${at}.${size.originalPrice == null ? "price" : "originalPrice"}`, message });
  }
  if (errors.length > 0) throw new ApiError("above_printed_mrp", errors[0]?.message, errors);
}

/** Returns names that another size has in any spelling. A size that was stored under such a name may keep it. */
async function nameProblems(
  trx: DatabaseOrTransaction,
  productId: number,
  stored: readonly AdminSize[],
  sizes: readonly EditedSize[],
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const others = stored.filter(({ _id }) => !sizes.some((size) => size._id === _id));
  for (const name of ["sku", "label"] as const) {
    const renamed = sizes.filter(({ own, ...size }) => own?.[name] !== size[name]);
    const kept = [...others, ...sizes.filter((size) => !renamed.includes(size))];
    const known: { stored: string; other?: string }[] = kept.map((size) => ({ stored: size[name] }));
    if (name === "sku" && renamed.length > 0) {
      // Another product may be given the same SKU at the same time.
      await trx.execute(lockProductNames);
      known.push(...(await readTakenSkus(trx, productId, renamed)));
    }
    for (const size of renamed) {
      const by = known.find((one) => nameKeyOf(one.stored) === nameKeyOf(size[name]));
      const field = `sizes.${sizes.indexOf(size)}.${name}`;
      if (by) errors.push({ field, message: problemSentence(takenMessage(size[name], by)) });
      known.push({ stored: size[name] });
    }
  }
  return errors;
}

/** SKUs of other products that are those of these sizes, in any spelling. */
const readTakenSkus = (trx: DatabaseOrTransaction, productId: number, sizes: readonly { sku: string }[]) =>
  trx
    .select({ stored: variant.sku, other: product.slug })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(
      and(
        ne(product.id, productId),
        inArray(
          nameKey(variant.sku),
          sizes.map(({ sku }) => nameKeyOf(sku)),
        ),
      ),
    );
