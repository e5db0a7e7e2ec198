/** Which pictures a file of the content may name. */

import type { Picture } from "../../contract/pictures.ts";
import { createImportPictures, type ImportPictures } from "../catalogue/import-pictures.ts";
import type { MediaLibrary } from "../media/media-library.ts";
import type { ContentProblem } from "./content-problem.ts";

/** Folders of the media library. */
const PICTURES = {
  pages: "pages",
  "banners.json": "banners",
  "testimonials.json": "testimonials",
  "brands.json": "brands",
};
/** Folders whose stored pictures content may use, so never one of a customer. Those after the first belong to the demo. */
const CONTENT_FOLDERS = [...Object.values(PICTURES), "about", "app", "avatars", "categories"];

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
        ? `"${image}" is not a picture of the content, whose path begins with ${Object.values(PICTURES)
            .map((name) => `/${name}/`)
            .join(", ")}`
        : await among.resolve(image, { title, own });
      if (typeof found !== "string") return { ...found, alt: alt ?? found.alt };
      problems.push(problem(found));
      return { path: image, width: 0, height: 0, alt: "", color: "" };
    },
  };
}
