import type { LinkTargets } from "../../../contract/admin/content.ts";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { listCategories } from "../catalogue/categories.ts";
import { findMailProducts } from "../catalogue/import/product-lookups.ts";

/** What a menu can link to: all categories with their subcategories, and the products that a search finds. */
export async function findLinkTargets(db: ReadDatabase, typed: string): Promise<LinkTargets> {
  const categories = (await listCategories(db)).flatMap(({ slug, name, subcategories }) => [
    { slug, name },
    ...subcategories.map((sub) => ({ slug: sub.slug, name: `${name}: ${sub.name}` })),
  ]);
  return { categories, products: typed === "" ? [] : await findMailProducts(db, typed) };
}
