/** Changes single categories in the back office, with the writer of category files. */

import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { AdminCategory, categoryEndpoints } from "../../../../contract/admin/categories.ts";
import type { Picture } from "../../../../contract/pictures.ts";
import { ApiError } from "../../../base/errors.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { nullIfEmpty } from "../../../platform/database/empty-texts.ts";
import { category, categorySlug } from "../../../platform/database/schema.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import { NEW_CATEGORY } from "../import/category-columns.ts";
import { CATEGORY_PICTURES } from "../import/category-file.ts";
import { problemSentence } from "../import/csv-table.ts";
import {
  categorySubject,
  findCategoryConflicts,
  type KnownCategories,
  type KnownCategory,
  type PlannedCategory,
  readKnownCategories,
  slugTaken,
  storeCategories,
} from "../import/store-categories.ts";
import { noCategory, readAdminCategory } from "./admin-categories.ts";
import { firstFree, slugFrom } from "./slug-from.ts";

export interface CategoryDeps {
  db: Database;
  media: Pick<MediaLibrary, "measure">;
  actor: Actor;
  now: Date;
}

type Body<Name extends keyof typeof categoryEndpoints> = (typeof categoryEndpoints)[Name] extends {
  body: infer Schema extends z.core.$ZodType;
}
  ? z.output<Schema>
  : never;
type Changes = Omit<Body<"changeCategory">, "version">;

/** Adds a category after the others. Its slug derives from its name. @throws ApiError (422), (409) */
export async function createCategory(
  deps: CategoryDeps,
  { name, parent }: Body<"createCategory">,
): Promise<AdminCategory> {
  return deps.db.transaction(async (trx) => {
    const known = await readKnownCategories(trx);
    const former = await trx.select({ slug: categorySlug.slug }).from(categorySlug);
    const taken = [...known.keys(), ...former.map(({ slug }) => slug)];
    const slug = firstFree(slugFrom(name) || "category", taken, {
      field: "name",
      message: "Too many categories are named so. Please give it another name.",
    });
    const after = { ...NEW_CATEGORY, slug, name, parentId: slugOf(known, parent), image: null };
    await store(trx, deps, known, { row: 1, slug, before: undefined, after, isReadable: true });
    const [added] = await trx.select({ id: category.id }).from(category).where(eq(category.slug, slug));
    if (!added) throw noCategory();
    return readAdminCategory(trx, added.id);
  });
}

/**
 * Changes fields of a category.
 * @param version that the caller has seen
 * @throws ApiError (404), (409) if it has changed since or another category has the slug, (422)
 */
export async function changeCategory(
  deps: CategoryDeps,
  id: number,
  { version, slug, ...changes }: Body<"changeCategory">,
): Promise<AdminCategory> {
  return deps.db.transaction(async (trx) => {
    let known = await readKnownCategories(trx);
    let before = findKnown(known, id, version);
    if (slug !== undefined && slug !== before.slug) {
      await changeSlug(trx, deps, before, slug);
      known = await readKnownCategories(trx);
      before = findKnown(known, id);
    }
    const after = await merge(deps, known, before, changes);
    await store(trx, deps, known, { row: 1, slug: before.slug, before, after, isReadable: true });
    return readAdminCategory(trx, id);
  });
}

/** @throws ApiError (404), (409) if it has another version */
export function findKnown(known: KnownCategories, id: number, version?: number): KnownCategory {
  const found = [...known.values()].find((one) => one.id === id);
  if (!found) throw noCategory();
  if (version !== undefined && found.version !== version)
    throw new ApiError(
      "conflict",
      "Somebody has changed this category meanwhile. Nothing that you have typed is lost.",
    );
  return found;
}

/** Returns the slug of the category with this id. @throws ApiError (422) */
export function slugOf(known: KnownCategories, id: string | null, field = "parent"): string | null {
  if (id === null) return null;
  const found = [...known.values()].find((one) => one.id === Number(id));
  if (!found) throw ApiError.ofField(field, "There is no such category.");
  return found.slug;
}

async function merge(
  { media }: CategoryDeps,
  known: KnownCategories,
  before: KnownCategory,
  { parent, image, ...texts }: Omit<Changes, "slug">,
): Promise<PlannedCategory["after"]> {
  const parentId = parent === undefined ? before.parentId : slugOf(known, parent);
  const { id, version, picture, ...stored } = before;
  return {
    ...stored,
    ...nullIfEmpty(category, texts),
    parentId,
    // Puts it after its new siblings.
    position: parentId === before.parentId ? before.position : null,
    image: image === undefined ? picture : image && (await resolvePicture(media, picture, image)),
  };
}

async function resolvePicture(
  media: CategoryDeps["media"],
  own: Picture | null,
  { path, alt }: Pick<Picture, "path" | "alt">,
): Promise<Picture> {
  const stored =
    own?.path === path ? own : path.startsWith(`/${CATEGORY_PICTURES}/`) ? await media.measure(path) : null;
  if (!stored) throw ApiError.ofField("image.path", "This picture is not stored. Please upload it again.");
  return { ...stored, alt };
}

/** Changes a category's slug; the former slug redirects. */
async function changeSlug(
  trx: DatabaseOrTransaction,
  { actor, now }: CategoryDeps,
  { id, slug: from }: KnownCategory,
  to: string,
): Promise<void> {
  const [taken] = await trx.select({ id: category.id }).from(category).where(eq(category.slug, to));
  if (taken) throw slugTaken();
  await trx.delete(categorySlug).where(eq(categorySlug.slug, to));
  await redirectSlug(trx, from, id);
  await trx.update(category).set({ slug: to }).where(eq(category.id, id));
  const entry = {
    action: "category.changed" as const,
    subject: categorySubject(id),
    before: { slug: from },
    after: { slug: to },
  };
  await recordAudit(trx, actor, entry, now);
}

/** Makes the URL of this slug redirect to a category. */
export async function redirectSlug(trx: DatabaseOrTransaction, slug: string, categoryId: number): Promise<void> {
  await trx
    .insert(categorySlug)
    .values({ slug, categoryId })
    .onConflictDoUpdate({ target: categorySlug.slug, set: { categoryId } });
}

/** @throws ApiError (422) for an invalid parent category */
async function store(
  trx: DatabaseOrTransaction,
  { actor, now }: CategoryDeps,
  known: KnownCategories,
  planned: PlannedCategory,
): Promise<void> {
  findCategoryConflicts([planned], known, {
    add: ({ column, message }) => {
      throw ApiError.ofField(column ?? "", problemSentence(message));
    },
  });
  await storeCategories(trx, [planned], known, { actor, now });
}
