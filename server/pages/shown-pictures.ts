import type { Picture } from "../../contract/pictures.ts";
import { listCategoryPictures, listProductPictures } from "../catalogue/pictures.ts";
import { listContentPictures } from "../content/content.ts";
import type { Database } from "../database/database.ts";
import type { ShownPicture } from "../media/warm.ts";

const PRODUCTS_AT_ONCE = 50;

/** How far a walk over the shown pictures has come. */
export interface ShownPosition {
  /** 0: banners, categories and pages of text; 1: the first picture of each product; 2: their further pictures. */
  pass: number;
  /** Id of the last product of this pass that is done. */
  afterProduct: number;
}

const START: ShownPosition = { pass: 0, afterProduct: 0 };

/**
 * Walks over the pictures that pages show, batch by batch, roughly in the order in which visitors see them.
 * @param from where an earlier walk stopped
 * @returns each batch with the position after it; null after the last
 */
export async function* listShownPictures(
  db: Database,
  from: Partial<ShownPosition> = START,
): AsyncGenerator<{ pictures: ShownPicture[]; next: ShownPosition | null }> {
  for (let position: ShownPosition | null = { ...START, ...from }; position; ) {
    const batch: { pictures: ShownPicture[]; next: ShownPosition | null } =
      position.pass === 0 ? await listFirst(db) : await listOfProducts(db, position);
    yield batch;
    position = batch.next;
  }
}

async function listFirst(db: Database) {
  const [content, categories] = await Promise.all([listContentPictures(db), listCategoryPictures(db)]);
  return { pictures: distinct([...content.banners, ...categories, ...content.pages]), next: { ...START, pass: 1 } };
}

async function listOfProducts(db: Database, { pass, afterProduct }: ShownPosition) {
  const products = await listProductPictures(db, { after: afterProduct, max: PRODUCTS_AT_ONCE });
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
