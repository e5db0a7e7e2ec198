import { asc, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Category, CategoryDetail } from "../../contract/catalogue.ts";
import type { Database } from "../database/database.ts";
import { category } from "../database/schema.ts";

type CategoryRow = typeof category.$inferSelect;

/** The categories of the menu with their subcategories, both in the owner's order. */
export async function listCategories(db: Database): Promise<Category[]> {
  const rows = await db.select().from(category).orderBy(asc(category.position), asc(category.id));
  return rows.filter((row) => row.parentId === null).map((row) => toCategory(row, rows));
}

/** One category or subcategory, or null. */
export async function findCategory(db: Database, slug: string): Promise<CategoryDetail | null> {
  const sought = alias(category, "sought");
  const rows = await db
    .select({ row: category })
    .from(sought)
    .innerJoin(
      category,
      or(eq(category.id, sought.id), eq(category.parentId, sought.id), eq(category.id, sought.parentId)),
    )
    .where(eq(sought.slug, slug))
    .orderBy(asc(category.position), asc(category.id));
  const all = rows.map(({ row }) => row);
  const found = all.find((row) => row.slug === slug);
  if (!found) return null;
  const parent = all.find((row) => row.id === found.parentId);
  return { ...toCategory(found, all), parent: parent ? { name: parent.name, slug: parent.slug } : null };
}

/** Gives back what finds where a listing of a category looks: a category holds its subcategories' products too. Null for an unknown slug. */
export function createCategoryFinder(
  db: Database,
): (slug: string) => Promise<{ categoryId: number } | { subcategoryId: number } | null> {
  const statement = db
    .select({ id: category.id, parentId: category.parentId })
    .from(category)
    .where(eq(category.slug, sql.placeholder("slug")))
    .prepare("category");
  return async (slug) => {
    const [row] = await statement.execute({ slug });
    if (!row) return null;
    return row.parentId === null ? { categoryId: row.id } : { subcategoryId: row.id };
  };
}

function toCategory(row: CategoryRow, all: CategoryRow[]): Category {
  return {
    _id: String(row.id),
    name: row.name,
    slug: row.slug,
    description: row.description,
    image: row.image,
    subcategories: all.filter(({ parentId }) => parentId === row.id).map(({ name, slug }) => ({ name, slug })),
  };
}
