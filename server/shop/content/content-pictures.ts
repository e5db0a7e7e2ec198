/** Which pictures a file of the content may name. */

import type { Picture } from "../../../contract/pictures.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { CATEGORY_PICTURES } from "../catalogue/import/category-file.ts";
import { PICTURES as PRODUCT_PICTURES } from "../catalogue/import/import.ts";
import { createImportPictures, type ImportPictures } from "../catalogue/import/import-pictures.ts";
import type { ContentProblem } from "./content-problem.ts";

/** Folders of the media library. */
const PICTURES = {
  pages: "pages",
  "banners.json": "banners",
  "testimonials.json": "testimonials",
  "brands.json": "brands",
};
/** Folders whose stored pictures content may use: its own, and those of products and categories; never one of a customer. */
const CONTENT_FOLDERS = [...Object.values(PICTURES), PRODUCT_PICTURES, CATEGORY_PICTURES];

export type FindPicture = (
  /** A problem of the picture. */
  problem: (message: string) => ContentProblem,
  named: { image: string; alt?: string | undefined },
  title: string,
) => Promise<Picture>;

interface FinderOptions {
  file: keyof typeof PICTURES;
  /** Where the file's new pictures are. */
  folder: string;
  media: MediaLibrary;
  problems: ContentProblem[];
  /** The stored pictures of the same kind of content, which retain their alt text. */
  own: readonly Picture[];
}

/** Finds the pictures that a file names; adds invalid ones to `problems`. */
export function pictureFinder({ file, folder, media, problems, own }: FinderOptions): {
  pictures: ImportPictures;
  find: FindPicture;
} {
  const pictures = createImportPictures(folder, PICTURES[file], media);
  return {
    pictures,
    async find(problem, { image, alt }, title) {
      const isStored = image.startsWith("/");
      const [, storedIn = ""] = image.split("/");
      const isForeign = isStored && !CONTENT_FOLDERS.includes(storedIn) && !own.some(({ path }) => path === image);
      // What the back office uploads is in one folder, whatever names it.
      const among = isStored ? createImportPictures(folder, storedIn, media) : pictures;
      const found = isForeign
        ? `"${image}" is not a picture of the content, whose path begins with ${CONTENT_FOLDERS.map((name) => `/${name}/`).join(", ")}`
        : await among.resolve(image, { title, own });
      if (typeof found !== "string") return { ...found, alt: alt ?? found.alt };
      problems.push(problem(found));
      return { path: image, width: 0, height: 0, alt: "", color: "" };
    },
  };
}
