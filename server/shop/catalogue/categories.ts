import { asc, eq, inArray, or } from "drizzle-orm";
import { alias, union } from "drizzle-orm/pg-core";
import type { Category, CategoryDetail } from "../../../contract/catalogue/schemas.ts";
import { MAX_CACHE_AGE_MS, type ReadDatabase } from "../../platform/database/database.ts";
import { category, categorySlug, product } from "../../platform/database/schema.ts";

type CategoryRow = typeof category.$inferSelect;

export const countCategories = (db: ReadDatabase): Promise<number> => db.$count(category);

/** Lists the categories of the menu with their subcategories, both in the owner's order. */
export async function listCategories(db: ReadDatabase): Promise<Category[]> {
  const rows = await db.select().from(category).orderBy(asc(category.position), asc(category.id));
  return rows.filter((row) => row.parentId === null).map((row) => toCategory(row, rows));
}

/** Finds a category or subcategory by its current or a former slug; null if there is none. */
export async function findCategory(db: ReadDatabase, slug: string): Promise<CategoryDetail | null> {
  const found = await findBySlug(db, slug);
  if (found) return found;
  const [current] = await db
    .select({ slug: category.slug })
    .from(categorySlug)
    .innerJoin(category, eq(category.id, categorySlug.categoryId))
    .where(eq(categorySlug.slug, slug));
  return current ? findBySlug(db, current.slug) : null;
}

async function findBySlug(db: ReadDatabase, slug: string): Promise<CategoryDetail | null> {
  const requested = alias(category, "requested");
  const rows = await db
    .select({ row: category })
    .from(requested)
    .innerJoin(
      category,
      or(eq(category.id, requested.id), eq(category.parentId, requested.id), eq(category.id, requested.parentId)),
    )
    .where(eq(requested.slug, slug))
    .orderBy(asc(category.position), asc(category.id));
  const all = rows.map(({ row }) => row);
  const found = all.find((row) => row.slug === slug);
  if (!found) return null;
  const parent = all.find((row) => row.id === found.parentId);
  const { metaTitle, metaDescription } = found;
  return {
    ...toCategory(found, all),
    parent: parent ? { name: parent.name, slug: parent.slug } : null,
    metaTitle,
    metaDescription,
  };
}

/** Lists the slugs of the categories and subcategories of products, including former ones: settings may name categories by any of them. */
export async function categorySlugsOf(
  db: Pick<ReadDatabase, "selectDistinct">,
  productIds: readonly number[],
): Promise<string[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ slug: category.slug, former: categorySlug.slug })
    .from(product)
    .innerJoin(category, or(eq(category.id, product.categoryId), eq(category.id, product.subcategoryId)))
    .leftJoin(categorySlug, eq(categorySlug.categoryId, category.id))
    .where(inArray(product.id, [...productIds]));
  return [...new Set(rows.flatMap(({ slug, former }) => (former === null ? [slug] : [slug, former])))];
}

/** Returns the slugs that no category has or ever had. */
export async function findUnknownCategories(db: ReadDatabase, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const found = await union(
    db
      .select({ slug: category.slug })
      .from(category)
      .where(inArray(category.slug, [...slugs])),
    db
      .select({ slug: categorySlug.slug })
      .from(categorySlug)
      .where(inArray(categorySlug.slug, [...slugs])),
  );
  return slugs.filter((slug) => !found.some((row) => row.slug === slug));
}

/** What a category's listing filters by; a category includes the products of its subcategories. */
type CategoryScope = { categoryId: number } | { subcategoryId: number };

/** Finds a category's scope by its slug. All categories are cached in memory, which saves each listing a query. */
export interface CategoryFinder {
  /** Returns null for an unknown slug. A slug that is not cached is looked up in the database, because the category may be new. */
  scopeOf(slug: string): Promise<CategoryScope | null>;
  /** Call when the catalogue has changed. */
  invalidate(): void;
}

export function createCategoryFinder(db: ReadDatabase): CategoryFinder {
  let cached: Promise<Map<string, CategoryScope>> | undefined;
  let readAt = 0;

  const read = () => {
    const reading = readScopes(db);
    cached = reading;
    readAt = performance.now();
    reading.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading;
  };

  return {
    async scopeOf(slug) {
      if (performance.now() - readAt > MAX_CACHE_AGE_MS) cached = undefined;
      const known = cached && (await cached).get(slug);
      return known ?? (await read()).get(slug) ?? null;
    },
    invalidate() {
      cached = undefined;
    },
  };
}

async function readScopes(db: ReadDatabase): Promise<Map<string, CategoryScope>> {
  const rows = await db.select({ slug: category.slug, id: category.id, parentId: category.parentId }).from(category);
  const former = await db.select({ slug: categorySlug.slug, id: categorySlug.categoryId }).from(categorySlug);
  const scopes = new Map(
    rows.map(({ id, parentId }) => [id, parentId === null ? { categoryId: id } : { subcategoryId: id }]),
  );
  // Current slugs come after former ones, and so replace them.
  return new Map(
    [...former, ...rows].flatMap(({ slug, id }) => {
      const scope = scopes.get(id);
      return scope ? [[slug, scope]] : [];
    }),
  );
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
