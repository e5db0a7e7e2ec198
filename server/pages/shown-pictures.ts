import { listCataloguePictures } from "../catalogue/pictures.ts";
import { listContentPictures } from "../content/content.ts";
import type { Database } from "../database/database.ts";
import type { ShownPicture } from "../media/warm.ts";

/** Lists the pictures that pages show, in the order in which visitors see them: banners, categories, products, pages of text. */
export async function listShownPictures(db: Database): Promise<ShownPicture[]> {
  const [content, catalogue] = await Promise.all([listContentPictures(db), listCataloguePictures(db)]);
  const pictures = [...content.banners, ...catalogue, ...content.pages];
  return [...new Map(pictures.map(({ path, width }) => [path, { path, width }])).values()];
}
