/** Adds products in the back office: as drafts, which only staff sees. */

import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { AdminProduct, productEndpoints } from "../../../../contract/admin/products.ts";
import { PRODUCT_LIMITS } from "../../../../contract/catalogue/product-limits.ts";
import { ApiError } from "../../../base/errors.ts";
import { pick } from "../../../base/pick.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { nullIfEmpty } from "../../../platform/database/empty-texts.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import { product } from "../../../platform/database/schema.ts";
import { lockProductNames } from "../../../platform/database/single-node.ts";
import type { LotRule } from "../../../selling/stock/manage-lots.ts";
import { receiveIn } from "../../../selling/stock/staff-stock.ts";
import { findBySkus } from "../../../selling/variants/size-names.ts";
import { PRODUCT_FIELDS, readAdminProduct } from "./admin-product.ts";
import { changeProductIn, type EditDeps, placeOf, subjectOf } from "./edit-product.ts";
import { changeSizes, type SizeChanges } from "./product-sizes.ts";
import { firstFree, slugFrom } from "./slug-from.ts";

const TOO_MANY = { field: "title", message: "Too many products are named so. Please give it another title." };

/** What a draft begins with. */
const OPEN_FACTS = { subTitle: "", description: "", ingredients: "", countryOfOrigin: "", shelfLifeMonths: 0 };

type NewProduct = z.output<(typeof productEndpoints.createProduct)["body"]>;

/**
 * Adds a draft with its sizes, their stock and its pictures. Slug, SKUs and labels of sizes derive from title and net quantity.
 * @throws ApiError (422), (409)
 */
export async function createProduct(
  deps: EditDeps & { rule: LotRule },
  { title, category, size, moreSizes = [], ...more }: NewProduct,
): Promise<AdminProduct> {
  return deps.db.transaction(async (trx) => {
    await trx.execute(lockProductNames);
    const slug = await freeSlug(trx, title);
    const plain = slug.toUpperCase().slice(0, PRODUCT_LIMITS.sku - 8);
    const sizes: SizeChanges[] = [];
    for (const { stock: _, ...given } of [size, ...moreSizes]) {
      const quantity = `${given.netQuantity}${given.netQuantityUnit}`.toUpperCase().slice(0, 7);
      const others = sizes.map(({ sku = "" }) => sku);
      const sku = given.sku ?? (await freeSku(trx, sizes.length === 0 ? plain : `${plain}-${quantity}`, others));
      sizes.push({ ...given, sku, label: given.label ?? netQuantityText(given.netQuantity, given.netQuantityUnit) });
    }
    const values = { ...OPEN_FACTS, slug, title, ...(await placeOf(trx, category)) };
    const draft = await addDraft(trx, deps, values, sizes, { action: "product.created" }).catch(nameNewSizes);
    for (const [at, { stock }] of [size, ...moreSizes].entries())
      if (stock) await receiveIn(trx, sizes[at]?.sku ?? "", stock, deps).catch(nameStock(at));
    const id = Number(draft._id);
    if (Object.keys(more).length === 0) return readAdminProduct(trx, id, deps.facts);
    return changeProductIn(trx, deps, id, { version: draft.version, ...more });
  });
}

/**
 * Adds a draft with the texts, pictures and sizes of a product. Stock, reviews, barcodes and claims are omitted, because a proof belongs to
 * one product. @throws ApiError (404)
 */
export async function duplicateProduct(deps: EditDeps, id: number): Promise<AdminProduct> {
  return deps.db.transaction(async (trx) => {
    await trx.execute(lockProductNames);
    const { category, sizes, ...stored } = await readAdminProduct(trx, id, deps.facts);
    const { claims, ...texts } = pick(stored, PRODUCT_FIELDS);
    const title = `${texts.title.slice(0, PRODUCT_LIMITS.title - 7)} (copy)`;
    const slug = await freeSlug(trx, title);
    const copies: SizeChanges[] = [];
    for (const { _id: __, gstPercent, ...size } of sizes) {
      const sku = await freeSku(
        trx,
        size.sku.slice(0, PRODUCT_LIMITS.sku - 8),
        copies.map((copy) => copy.sku ?? ""),
      );
      copies.push({ ...size, sku, gstPercent: gstPercent ?? 0, barcode: "" });
    }
    const values = { ...nullIfEmpty(product, texts), title, slug, ...(await placeOf(trx, category)) };
    return addDraft(trx, deps, values, copies, { action: "product.duplicated", of: id });
  });
}

const placeOfSize = (at: number) => (at === 0 ? "size" : `moreSizes.${at - 1}`);

/** Names the fields of the sizes as the request does. */
function nameNewSizes(error: unknown): never {
  throw renamed(error, (field) => field.replace(/^sizes\.(\d+)\./, (_, at) => `${placeOfSize(Number(at))}.`));
}
const nameStock =
  (at: number) =>
  (error: unknown): never => {
    throw renamed(error, (field) => `${placeOfSize(at)}.stock.${field}`);
  };

function renamed(error: unknown, rename: (field: string) => string): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.errors?.map(({ field, message }) => ({ field: rename(field), message }));
  return new ApiError(error.code, error.message, errors);
}

async function addDraft(
  trx: DatabaseOrTransaction,
  { facts, actor, now }: EditDeps,
  values: Omit<typeof product.$inferInsert, "state">,
  sizes: readonly SizeChanges[],
  { action, ...more }: { action: "product.created" | "product.duplicated"; of?: number },
): Promise<AdminProduct> {
  const [added] = await trx
    .insert(product)
    .values({ ...values, state: "draft" })
    .returning({ id: product.id, slug: product.slug, title: product.title });
  if (!added) throw new Error("the draft was not stored");
  const { id, ...named } = added;
  await changeSizes(trx, id, [], sizes, now);
  await recordAudit(trx, actor, { action, subject: subjectOf(id), after: { ...more, ...named } }, now);
  return readAdminProduct(trx, id, facts);
}

const netQuantityText = (value: number, unit: string) =>
  value === 1 && unit === "pieces" ? "1 piece" : `${value} ${unit}`;

/** Returns "rose-of-kannauj", or with a number if another product has that slug. */
async function freeSlug(trx: DatabaseOrTransaction, title: string): Promise<string> {
  const plain = slugFrom(title) || "product";
  const taken = await rowsOf(
    trx,
    { slug: "string" },
    sql`select slug from ${product} where slug = ${plain} or slug like ${`${plain}-%`}
      union select slug from product_slug where slug = ${plain} or slug like ${`${plain}-%`}`,
  );
  return firstFree(
    plain,
    taken.map(({ slug }) => slug),
    TOO_MANY,
  );
}

async function freeSku(trx: DatabaseOrTransaction, plain: string, others: readonly string[] = []): Promise<string> {
  const candidates = [plain, ...Array.from({ length: 50 }, (_, at) => `${plain}-${at + 2}`)];
  const taken = await findBySkus(trx, candidates);
  return firstFree(plain, [...taken.keys(), ...others], TOO_MANY);
}
