/** Changes a product in the back office. */

import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { AdminProduct, productEndpoints } from "../../../../contract/admin/products.ts";
import type { EditedPicture } from "../../../../contract/pictures.ts";
import { ApiError } from "../../../base/errors.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { nullIfEmpty } from "../../../platform/database/empty-texts.ts";
import { product, productSlug } from "../../../platform/database/schema.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import { readCategories } from "../import/import.ts";
import { lockProduct, type ProductRow, readAdminProduct } from "./admin-product.ts";
import { changedFields } from "./changed-fields.ts";
import type { LegalFacts } from "./missing-for-sale.ts";
import { changeSizes } from "./product-sizes.ts";

export interface EditDeps {
  db: Database;
  media: Pick<MediaLibrary, "measure">;
  facts: LegalFacts;
  actor: Actor;
  now: Date;
}

type Body = z.output<(typeof productEndpoints.changeProduct)["body"]>;
export type ProductChanges = Omit<Body, "version">;

/** The media library's folder for product pictures. No pictures of other folders, such as customers' photos, can be used. */
export const PICTURE_FOLDER = "catalogue";

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

/** Changes a product in a transaction that changes more. */
export async function changeProductIn(
  trx: DatabaseOrTransaction,
  deps: Omit<EditDeps, "db">,
  id: number,
  { version, ...changes }: { version: number } & ProductChanges,
): Promise<AdminProduct> {
  const row = await lockProduct(trx, id, version);
  const before = await readAdminProduct(trx, id, deps.facts);
  if (changes.slug !== undefined && changes.slug !== row.slug) await changeSlug(trx, id, row.slug, changes.slug);
  const values = Object.entries(await columnsOf(trx, deps, row.images, changes));
  const different = values.filter(([name, value]) => !isDeepStrictEqual(value, row[name as keyof ProductRow]));
  if ((await changeSizes(trx, id, before.sizes, changes.sizes ?? [], deps.now)) || different.length > 0)
    await trx
      .update(product)
      .set({ ...Object.fromEntries(different), updatedAt: sql`now()` })
      .where(eq(product.id, id));
  const after = await readAdminProduct(trx, id, deps.facts);
  // Products of before common names were asked for can still be changed in other ways.
  const wasUnnamed = before.missing.some(({ field }) => field === "commonName");
  const missing = after.missing.filter(({ field }) => field !== "commonName" || !wasUnnamed);
  if (after.state === "published" || after.state === "scheduled") requireComplete({ missing });
  const changed = changedFields(before, after);
  for (const { _id, packsCarryMrp } of changes.sizes ?? []) {
    const sku = after.sizes.find((size) => size._id === _id)?.sku ?? "";
    if (packsCarryMrp && changed?.after[sku]) Object.assign(changed.after[sku], { packsCarryMrp });
  }
  if (changed)
    await recordAudit(trx, deps.actor, { action: "product.changed", subject: subjectOf(id), ...changed }, deps.now);
  return readAdminProduct(trx, id, deps.facts);
}

export const subjectOf = (id: number) => ({ type: "product" as const, id: String(id) });

/** @throws ApiError (422) that names what Indian law requires of a listing and this one lacks */
export function requireComplete({ missing }: Pick<AdminProduct, "missing">): void {
  if (missing.length === 0) return;
  const message = "This product can’t be shown in the shop yet. Please add what the law asks of a listing.";
  const errors = missing.map(({ field, message: what }) => ({ field, message: `Missing: ${lowerFirst(what)}` }));
  throw new ApiError("invalid_input", message, errors);
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Changes a product's slug; the former slug redirects, and products that refer to it follow. */
async function changeSlug(trx: DatabaseOrTransaction, id: number, from: string, to: string): Promise<void> {
  const [taken] = await trx.select({ id: product.id }).from(product).where(eq(product.slug, to));
  if (taken) throw ApiError.ofField("slug", "Another product has this address.", "conflict");
  await trx.delete(productSlug).where(eq(productSlug.slug, to));
  // A product of a file may have the former slug of another.
  await trx
    .insert(productSlug)
    .values({ slug: from, productId: id })
    .onConflictDoUpdate({ target: productSlug.slug, set: { productId: id } });
  await trx.execute(sql`update ${product} set slug = ${to} where id = ${id}`);
  await trx.execute(sql`update ${product} set paired_with = array_replace(paired_with, ${from}, ${to}),
      wear_with = (select coalesce(jsonb_agg(case when pair ->> 'slug' = ${from} then jsonb_set(pair, '{slug}', to_jsonb(${to}::text)) else pair end
        order by place), '[]') from jsonb_array_elements(wear_with) with ordinality as pairs(pair, place))
    where ${from} = any (paired_with) or wear_with @> ${JSON.stringify([{ slug: from }])}::jsonb`);
}

/** The columns of `product` that changes set; its slug has more to it. @throws ApiError (422) */
async function columnsOf(
  trx: DatabaseOrTransaction,
  { media }: Pick<EditDeps, "media">,
  pictures: readonly EditedPicture[],
  { slug: _, sizes: __, category, images, claims, ...others }: ProductChanges,
): Promise<Partial<ProductRow>> {
  return {
    ...nullIfEmpty(product, others),
    ...(category !== undefined && (await placeOf(trx, category))),
    ...(images && { images: await resolvePictures(media, pictures, images) }),
    ...(claims && { claims: claims.map((claim) => ({ ...claim, validUntil: claim.validUntil || null })) }),
  };
}

/** Returns the columns of a product in this category or subcategory. @throws ApiError (422) */
export async function placeOf(trx: DatabaseOrTransaction, slug: string) {
  const place = (await readCategories(trx)).get(slug);
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
