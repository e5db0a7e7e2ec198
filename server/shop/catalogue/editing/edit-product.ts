/** Changes a product in the back office: as an import does, but only one product, and only what has changed. */

import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { AdminProduct, AdminSize, productEndpoints } from "../../../../contract/admin/products.ts";
import type { FieldError } from "../../../../contract/errors.ts";
import type { EditedPicture } from "../../../../contract/pictures.ts";
import { ApiError } from "../../../base/errors.ts";
import { toPaise } from "../../../base/money.ts";
import { pick } from "../../../base/pick.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { nullIfEmpty } from "../../../platform/database/empty-texts.ts";
import { product, productSlug, variant } from "../../../platform/database/schema.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import { createProblems } from "../import/csv-problems.ts";
import { type Categories, readCategories } from "../import/import.ts";
import { type CsvField, createStagingTable, insertStaged } from "../import/import-staging.ts";
import { CSV_COLUMNS, isVariantField } from "../import/product-columns.ts";
import { storeStaged } from "../import/store-staged.ts";
import { lockProduct, readAdminProduct, SIZE_FIELDS } from "./admin-product.ts";
import { changedFields } from "./changed-fields.ts";
import type { LegalFacts } from "./missing-for-sale.ts";

export interface EditDeps {
  db: Database;
  media: Pick<MediaLibrary, "measure">;
  facts: LegalFacts;
  actor: Actor;
  now: Date;
}

type Body = z.output<(typeof productEndpoints.changeProduct)["body"]>;
export type ProductChanges = Omit<Body, "version">;
type SizeChanges = NonNullable<Body["sizes"]>[number];

/** The media library's folder for product pictures. No pictures of other folders, such as customers' photos, can be used. */
export const PICTURE_FOLDER = "catalogue";

/** The fields of a size that are staged. Others keep their values. */
const STAGED_OF_SIZE: readonly CsvField[] = [
  ...SIZE_FIELDS,
  "pricePaise",
  "originalPricePaise",
  "gstPercent",
  "gstValidFrom",
];

/**
 * Changes fields of a product and its sizes, and adds sizes without an id.
 * @param version that the caller has seen
 * @throws ApiError (404), (409) if the product has changed since or a SKU or slug belongs to another, (422) naming each invalid field, or
 * what a
 * published product would lack
 */
export function changeProduct(
  deps: EditDeps,
  id: number,
  changes: { version: number } & ProductChanges,
): Promise<AdminProduct> {
  return deps.db.transaction((trx) => changeProductIn(trx, deps, id, changes));
}

/** Changes a product in a transaction that changes more. Call it at most once in a transaction, because it creates the staging table. */
export async function changeProductIn(
  trx: DatabaseOrTransaction,
  deps: Omit<EditDeps, "db">,
  id: number,
  { version, ...changes }: { version: number } & ProductChanges,
): Promise<AdminProduct> {
  const row = await lockProduct(trx, id, version);
  const before = await readAdminProduct(trx, id, deps.facts);
  if (changes.slug !== undefined && changes.slug !== row.slug) await changeSlug(trx, id, row.slug, changes.slug);
  await stageChanges(trx, deps, before, changes);
  const after = await readAdminProduct(trx, id, deps.facts);
  if (after.state === "published" || after.state === "scheduled") requireComplete(after);
  const changed = changedFields(before, after);
  if (changed)
    await recordAudit(trx, deps.actor, { action: "product.changed", subject: subjectOf(id), ...changed }, deps.now);
  return readAdminProduct(trx, id, deps.facts);
}

export const subjectOf = (id: number) => ({ type: "product" as const, id: String(id) });

/** @throws ApiError (422) that names what Indian law requires of a listing and this one lacks */
export function requireComplete({ missing }: Pick<AdminProduct, "missing">): void {
  if (missing.length === 0) return;
  const message = "This product can’t be shown in the shop yet. Please add what the law asks of a listing.";
  throw new ApiError("invalid_input", message, missing);
}

/** Changes a product's slug; the former slug redirects, and products that refer to it follow. */
async function changeSlug(trx: DatabaseOrTransaction, id: number, from: string, to: string): Promise<void> {
  const [taken] = await trx.select({ id: product.id }).from(product).where(eq(product.slug, to));
  if (taken) throw ApiError.ofField("slug", "Another product has this address.", "conflict");
  await trx.delete(productSlug).where(eq(productSlug.slug, to));
  await trx.insert(productSlug).values({ slug: from, productId: id });
  await trx.execute(sql`update ${product} set slug = ${to} where id = ${id}`);
  await trx.execute(sql`update ${product} set paired_with = array_replace(paired_with, ${from}, ${to}),
      wear_with = (select coalesce(jsonb_agg(case when pair ->> 'slug' = ${from} then jsonb_set(pair, '{slug}', to_jsonb(${to}::text)) else pair end
        order by place), '[]') from jsonb_array_elements(wear_with) with ordinality as pairs(pair, place))
    where ${from} = any (paired_with) or wear_with @> ${JSON.stringify([{ slug: from }])}::jsonb`);
}

/** Stores changes of a product with the writer of product files. @throws ApiError (422), (409) */
export async function stageChanges(
  trx: DatabaseOrTransaction,
  { media }: Pick<EditDeps, "media">,
  before: AdminProduct,
  { sizes: changedSizes, slug = before.slug, category, images, claims, ...others }: ProductChanges,
): Promise<void> {
  const texts = {
    ...nullIfEmpty(product, others),
    ...(claims && { claims: claims.map((claim) => ({ ...claim, validUntil: claim.validUntil || null })) }),
  };
  const place = category === undefined ? {} : placeOf(await readCategories(trx), category);
  const pictures = images && (await resolvePictures(media, before.images, images));
  const fields = new Set<CsvField>(["slug", ...(Object.keys(texts) as (keyof typeof texts)[])]);
  if (category !== undefined) fields.add("categoryId");
  if (pictures) fields.add("images");
  // Stages all sizes, so that no new size is matched with an existing one.
  const sizes = mergeSizes(before.sizes, changedSizes ?? []);
  for (const field of changedSizes ? STAGED_OF_SIZE : (["sku", "label"] as const)) fields.add(field);

  for (const { _id, label, price = 0, originalPrice } of sizes)
    if (originalPrice != null && originalPrice <= price) {
      const at = (changedSizes ?? []).findIndex((size) =>
        _id === undefined ? size.label === label : size._id === _id,
      );
      throw ApiError.ofField(
        `sizes.${at}.originalPrice`,
        "The MRP must be above the price; leave it empty without a discount.",
      );
    }

  await createStagingTable(trx);
  await insertStaged(
    trx,
    sizes.map((size, at) => ({
      row: at + 1,
      isFurther: at > 0,
      values: { slug, ...texts, ...place, ...(pictures && { images: pictures }), ...stagedSize(size) },
    })),
  );
  const problems = createProblems();
  const stored = await storeStaged(trx, fields, problems, { newState: "draft" });
  if (!stored) throw toError(problems.reported(), sizes, changedSizes ?? []);
}

/** Merges the stored sizes with their changes, and appends new sizes. @throws ApiError (422) for the size of another product */
function mergeSizes(stored: readonly AdminSize[], changes: readonly SizeChanges[]): SizeChanges[] {
  const unknown = changes.findIndex(({ _id }) => _id !== undefined && !stored.some((size) => size._id === _id));
  if (unknown >= 0) throw ApiError.ofField(`sizes.${unknown}._id`, "This size belongs to another product.");
  const merged = stored.map((size) => ({ ...size, ...changes.findLast(({ _id }) => _id === size._id) }));
  for (const [at, size] of changes.entries())
    if (size._id === undefined)
      for (const field of ["sku", "label", "price", "netQuantity", "netQuantityUnit", "hsn", "gstPercent"] as const)
        if (size[field] === undefined) throw ApiError.ofField(`sizes.${at}.${field}`, "A new size needs this.");
  return [...merged, ...changes.filter(({ _id }) => _id === undefined)] as SizeChanges[];
}

function stagedSize(size: SizeChanges): Record<string, unknown> {
  const { _id, price, originalPrice, gstPercent, gstFrom } = size;
  return {
    ...nullIfEmpty(variant, pick(size, SIZE_FIELDS)),
    variantId: _id === undefined ? null : Number(_id),
    pricePaise: toPaise(price ?? 0),
    originalPricePaise: originalPrice == null ? null : toPaise(originalPrice),
    gstPercent,
    gstValidFrom: gstFrom ?? null,
  };
}

function placeOf(categories: Categories, slug: string) {
  const place = categories.get(slug);
  if (!place) throw ApiError.ofField("category", "There is no such category.");
  return place;
}

async function resolvePictures(
  media: Pick<MediaLibrary, "measure">,
  own: readonly EditedPicture[],
  given: NonNullable<ProductChanges["images"]>,
): Promise<EditedPicture[]> {
  return Promise.all(
    given.map(async ({ path, alt, focus, crop }, at) => {
      const known = own.find((picture) => picture.path === path);
      const stored = known ?? (path.startsWith(`/${PICTURE_FOLDER}/`) ? await media.measure(path) : null);
      if (!stored) throw ApiError.ofField(`images.${at}.path`, "This picture is not stored. Please upload it again.");
      const { focus: focusBefore, crop: cropBefore, ...picture }: EditedPicture = { ...stored, alt };
      const [focused, cropped] = [focus === undefined ? focusBefore : focus, crop === undefined ? cropBefore : crop];
      if (crop && (!crop.of.startsWith(`/${PICTURE_FOLDER}/`) || !(await media.measure(crop.of))))
        throw ApiError.ofField(`images.${at}.path`, "The whole picture is not stored. Please upload it again.");
      return { ...picture, ...(focused && { focus: focused }), ...(cropped && { crop: cropped }) };
    }),
  );
}

/** Names of fields that differ from those of a product file. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  price: "price",
  original_price: "originalPrice",
  size: "label",
  gst_valid_from: "gstFrom",
};

/** Converts the problems of staged rows to an error that names the fields of the request. */
function toError(
  problems: readonly { row: number | null; column: string | null; message: string }[],
  sizes: readonly SizeChanges[],
  changes: readonly SizeChanges[],
): ApiError {
  const errors = problems.map(({ row, column, message }): FieldError => {
    const size = sizes[(row ?? 1) - 1];
    const at = changes.findIndex(({ _id, sku }) => (size?._id === undefined ? sku === size?.sku : _id === size._id));
    const csv = CSV_COLUMNS.find(({ name }) => name === column);
    const field = (column && FIELD_NAMES[column]) ?? csv?.field ?? "";
    const isOfSize = csv && isVariantField(csv.field);
    return { field: isOfSize && at >= 0 ? `sizes.${at}.${field}` : field, message: sentence(message) };
  });
  return new ApiError("invalid_input", errors[0]?.message, errors);
}

const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
