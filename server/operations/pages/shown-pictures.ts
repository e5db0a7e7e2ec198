import type { Picture } from "../../../contract/pictures.ts";
import type { Database } from "../../platform/database/database.ts";
import type { ShownPicture } from "../../platform/media/warm.ts";
import { listCategoryPictures, listProductPictures } from "../../shop/catalogue/import/pictures.ts";
import { listContentPictures } from "../../shop/content/content.ts";

const PRODUCTS_PER_BATCH = 50;

/** The cursor of an iteration over the shown pictures. */
export interface ShownPosition {
  /** 0: banners, categories and pages of text; 1: the first picture of each product; 2: the other pictures of each product. */
  pass: number;
  /** The id of the last product of the previous batch. */
  afterProduct: number;
}

const START: ShownPosition = { pass: 0, afterProduct: 0 };

/**
 * Iterates over the pictures that pages show, batch by batch, roughly in the order in which visitors see them.
 * @param from the cursor of an earlier iteration
 * @returns each batch with the cursor of the next; null after the last
 */
export async function* listShownPictures(
  db: Database,
  from: Partial<ShownPosition> = START,
): AsyncGenerator<{ pictures: ShownPicture[]; next: ShownPosition | null }> {
  for (let position: ShownPosition | null = { ...START, ...from }; position; ) {
    const batch: { pictures: ShownPicture[]; next: ShownPosition | null } =
      position.pass === 0 ? await listContentAndCategories(db) : await listProducts(db, position);
    yield batch;
    position = batch.next;
  }
}

async function listContentAndCategories(db: Database) {
  const [content, categories] = await Promise.all([listContentPictures(db), listCategoryPictures(db)]);
  return { pictures: distinct([...content.banners, ...categories, ...content.pages]), next: { ...START, pass: 1 } };
}

async function listProducts(db: Database, { pass, afterProduct }: ShownPosition) {
  const products = await listProductPictures(db, { after: afterProduct, max: PRODUCTS_PER_BATCH });
  const last = products.at(-1);
  const nextPass = pass === 1 ? { pass: 2, afterProduct: 0 } : null;
  return {
    pictures: distinct(products.flatMap(({ images }) => (pass === 1 ? images.slice(0, 1) : images.slice(1)))),
    next: last ? { pass, afterProduct: last.productId } : nextPass,
  };
}

function distinct(pictures: Picture[]): ShownPicture[] {
  return [...new Map(pictures.map(({ path, width }) => [path, { path, width }])).values()];
}
