/** Changes the tree of categories: the order of siblings, and deletions. */

import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { CategoryTree, categoryEndpoints } from "../../../contract/admin/categories.ts";
import { ApiError } from "../../base/errors.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { category, categorySlug, product } from "../../platform/database/schema.ts";
import { findOffersOfCategory } from "../../selling/offers/offers-of-category.ts";
import { countProductsIn, listAdminCategories } from "./editing/admin-categories.ts";
import { type CategoryDeps, findKnown, redirectSlug, slugOf } from "./editing/edit-category.ts";
import { categorySubject, type KnownCategories, readKnownCategories } from "./import/store-categories.ts";

type Order = z.output<(typeof categoryEndpoints.orderCategories)["body"]>;
type Deletion = z.output<(typeof categoryEndpoints.deleteCategory)["body"]>;

/**
 * Changes the order of the menu, or of the subcategories of a category.
 * @throws ApiError (409) if the order has changed since the caller read it, (422) if the new one lacks or repeats a category
 */
export async function orderCategories(
  { db, actor, now }: CategoryDeps,
  { parent, from, to }: Order,
): Promise<CategoryTree> {
  return db.transaction(async (trx) => {
    const known = await readKnownCategories(trx);
    const siblings = siblingsIn(known, slugOf(known, parent));
    if (siblings.join() !== from.map(Number).join())
      throw new ApiError("conflict", "Somebody has changed this order meanwhile. Please look at it again.");
    if ([...siblings].sort().join() !== to.map(Number).sort().join())
      throw ApiError.ofField("to", "The new order needs the same categories, each once.");
    const place = sql.join(
      to.map((id, at) => sql`when ${Number(id)}::bigint then ${at}::integer`),
      sql` `,
    );
    if (to.length > 0)
      await trx
        .update(category)
        .set({ position: sql`case ${category.id} ${place} end` })
        .where(parent === null ? sql`${category.parentId} is null` : eq(category.parentId, Number(parent)));
    const names = (ids: readonly number[]) => ids.map((id) => findKnown(known, id).slug);
    const entry = {
      action: "categories.ordered" as const,
      subject: { type: "category" as const, id: parent ?? "menu" },
    };
    const changed = { before: { order: names(siblings) }, after: { order: names(to.map(Number)) } };
    await recordAudit(trx, actor, { ...entry, ...changed }, now);
    return listAdminCategories(trx);
  });
}

/** Lists the ids of the subcategories of a category, or of the menu, in order. */
const siblingsIn = (known: KnownCategories, parent: string | null) =>
  [...known.values()]
    .filter(({ parentId }) => parentId === parent)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || a.id - b.id)
    .map(({ id }) => id);

/**
 * Deletes a category without subcategories. Its products move to another category, and its URL redirects there, or to the parent category.
 * @throws ApiError (404), (409) if it has changed, has subcategories, or an offer is restricted to it, (422) if it has products and no
 * other category is named
 */
export async function deleteCategory(
  { db, actor, now }: CategoryDeps,
  id: number,
  { version, productsTo }: Deletion,
): Promise<CategoryTree> {
  return db.transaction(async (trx) => {
    const known = await readKnownCategories(trx);
    const before = findKnown(known, id, version);
    if (siblingsIn(known, before.slug).length > 0)
      throw new ApiError("conflict", "It has subcategories. Please move or delete them first.");
    const offers = await findOffersOfCategory(trx, id, now);
    if (offers.length > 0)
      throw new ApiError("conflict", `These offers are for it: ${offers.join(", ")}. Please end them first.`);
    const target = productsTo === null ? null : findKnown(known, Number(productsTo));
    if (target?.id === id) throw ApiError.ofField("productsTo", "Please choose another category.");
    const products = await countProductsIn(trx, before);
    if (products > 0) {
      if (!target) throw ApiError.ofField("productsTo", "Please choose where its products go.");
      await moveProducts(trx, { id, isSub: before.parentId !== null }, placeOf(known, target.slug));
    }
    const above = target ?? (before.parentId === null ? undefined : known.get(before.parentId));
    if (above) {
      await trx.update(categorySlug).set({ categoryId: above.id }).where(eq(categorySlug.categoryId, id));
      await redirectSlug(trx, before.slug, above.id);
    }
    await trx.delete(category).where(eq(category.id, id));
    const { slug, name, description, commonName, googleCategory, metaTitle, metaDescription, image } = before;
    const entry = {
      action: "category.deleted" as const,
      subject: categorySubject(id),
      before: { slug, name, description, commonName, googleCategory, metaTitle, metaDescription, image },
      after: { products, productsTo: target?.slug ?? null },
    };
    await recordAudit(trx, actor, entry, now);
    return listAdminCategories(trx);
  });
}

interface Place {
  categoryId: number;
  subcategoryId: number | null;
}

function placeOf(known: KnownCategories, slug: string): Place {
  const found = known.get(slug);
  const above = found?.parentId == null ? undefined : known.get(found.parentId);
  if (!found) throw ApiError.ofField("productsTo", "There is no such category.");
  return above ? { categoryId: above.id, subcategoryId: found.id } : { categoryId: found.id, subcategoryId: null };
}

async function moveProducts(
  trx: DatabaseOrTransaction,
  { id, isSub }: { id: number; isSub: boolean },
  place: Place,
): Promise<void> {
  // Rewrites each product's row of the search.
  await trx.execute(sql`set local statement_timeout = 0`);
  await trx
    .update(product)
    .set(place)
    .where(eq(isSub ? product.subcategoryId : product.categoryId, id));
}
