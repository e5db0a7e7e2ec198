import { sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { category, product } from "../database/schema.ts";
import type { ShownPicture } from "../media/warm.ts";

/** Lists the pictures of the categories, then those of the products: the first of each, the second of each, and so on. */
export async function listCataloguePictures(db: Database): Promise<ShownPicture[]> {
  const categories = await db.select({ image: category.image }).from(category);
  const products = await db
    .select({ path: sql<string>`picture ->> 'path'`, width: sql<number>`(picture ->> 'width')::int` })
    .from(product)
    .innerJoin(sql`jsonb_array_elements(${product.images}) with ordinality as listed(picture, position)`, sql`true`)
    .orderBy(sql`position`, sql`1`);
  return [...categories.flatMap(({ image }) => image ?? []), ...products];
}
