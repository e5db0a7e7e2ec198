import type { ReadDatabase } from "../../../platform/database/database.ts";
import { category } from "../../../platform/database/schema.ts";
import type { ListingFilter } from "../../../shop/catalogue/listing/listing-filter.ts";

/**
 * Finds what a search is within. Categories are named as products name them ("Perfumes > Attars", or by the number or path of Google), by their own name or
 * by their slug.
 * @returns null if the shop has none of them
 */
export async function scopeOfCategories(db: ReadDatabase, names: readonly string[]): Promise<ListingFilter | null> {
  const rows = await db
    .select({
      id: category.id,
      parentId: category.parentId,
      slug: category.slug,
      name: category.name,
      google: category.googleCategory,
    })
    .from(category);
  const namesById = new Map(rows.map(({ id, name }) => [id, name]));
  const wanted = new Set(names.map(normal));
  const found = rows.filter(({ parentId, slug, name, google }) => {
    const parent = parentId === null ? undefined : namesById.get(parentId);
    return [slug, name, parent === undefined ? name : `${parent} > ${name}`, google ?? ""].some(
      (spelling) => spelling !== "" && wanted.has(normal(spelling)),
    );
  });
  const [first, ...more] = found;
  if (!first) return null;
  if (more.length > 0) return { categoryIds: found.map(({ id }) => id).sort((one, other) => one - other) };
  return first.parentId === null ? { categoryId: first.id } : { subcategoryId: first.id };
}

/** Whether a product is in one of the categories. @param values those that its response has */
export const isInCategories = (
  values: readonly { value: string }[],
  slugs: readonly string[],
  names: readonly string[],
) => {
  const own = new Set(
    [...values.flatMap(({ value }) => [value, value.split(" > ").at(-1) ?? value]), ...slugs].map(normal),
  );
  return names.some((name) => own.has(normal(name)));
};

const normal = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .split(">")
    .map((part) => part.trim())
    .join(" > ");
