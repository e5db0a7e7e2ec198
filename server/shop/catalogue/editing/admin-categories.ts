/** Categories as staff sees them. */

import { asc, count, eq } from "drizzle-orm";
import { type AdminCategory, type CategoryTree, categoryFields } from "../../../../contract/admin/categories.ts";
import { ApiError } from "../../../base/errors.ts";
import { readLastActionOf } from "../../../platform/audit/list-audit.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { emptyIfNull } from "../../../platform/database/empty-texts.ts";
import { category, categorySlug, product } from "../../../platform/database/schema.ts";
import { categorySubject } from "../import/store-categories.ts";

/** Lists the menu's categories with their subcategories, and the number of their products in any state. */
export async function listAdminCategories(db: DatabaseOrTransaction): Promise<CategoryTree> {
  const rows = await db.select().from(category).orderBy(asc(category.position), asc(category.id));
  const places = await db
    .select({ id: product.categoryId, subId: product.subcategoryId, products: count() })
    .from(product)
    .groupBy(product.categoryId, product.subcategoryId);
  const toListed = ({ id, slug, name, image }: typeof category.$inferSelect) => ({
    _id: String(id),
    slug,
    name,
    image,
    products: places.reduce((sum, place) => (place.id === id || place.subId === id ? sum + place.products : sum), 0),
  });
  return rows
    .filter(({ parentId }) => parentId === null)
    .map((top) => ({
      ...toListed(top),
      subcategories: rows.filter(({ parentId }) => parentId === top.id).map(toListed),
    }));
}

/** What staff sets of a category, except its parent: the names are those of the table's columns. */
const { parent: _, ...ofCategory } = categoryFields;

/** @throws ApiError (404) */
export async function readAdminCategory(db: DatabaseOrTransaction, id: number): Promise<AdminCategory> {
  const [row] = await db.select().from(category).where(eq(category.id, id));
  if (!row) throw noCategory();
  const former = await db
    .select({ slug: categorySlug.slug })
    .from(categorySlug)
    .where(eq(categorySlug.categoryId, id))
    .orderBy(asc(categorySlug.slug));
  return {
    _id: String(id),
    version: row.version,
    ...emptyIfNull(ofCategory, row),
    parent: row.parentId === null ? null : String(row.parentId),
    subcategories: await db.$count(category, eq(category.parentId, id)),
    products: await countProductsIn(db, row),
    formerSlugs: former.map(({ slug }) => slug),
    lastChange: await readLastActionOf(db, categorySubject(id)),
  };
}

/** Counts products in any state, including those of subcategories. */
export const countProductsIn = (
  db: DatabaseOrTransaction,
  { id, parentId }: { id: number; parentId: number | string | null },
): Promise<number> => db.$count(product, eq(parentId === null ? product.categoryId : product.subcategoryId, id));

export const noCategory = () => new ApiError("not_found", "There is no such category.");
