import { asc, gt } from "drizzle-orm";
import type { Picture } from "../../../../contract/pictures.ts";
import type { Database } from "../../../platform/database/database.ts";
import { category, product } from "../../../platform/database/schema.ts";

export async function listCategoryPictures(db: Database): Promise<Picture[]> {
  const categories = await db.select({ image: category.image }).from(category);
  return categories.flatMap(({ image }) => image ?? []);
}

/** Lists the pictures of at most `max` products after this id, in the order of ids. */
export function listProductPictures(
  db: Database,
  { after, max }: { after: number; max: number },
): Promise<{ productId: number; images: Picture[] }[]> {
  return db
    .select({ productId: product.id, images: product.images })
    .from(product)
    .where(gt(product.id, after))
    .orderBy(asc(product.id))
    .limit(max);
}
