import { basename, join, resolve, sep } from "node:path";
import { LRUCache } from "lru-cache";
import type { Picture } from "../../../../contract/pictures.ts";
import { ApiError } from "../../../base/errors.ts";
import type { MediaLibrary, StoredPicture } from "../../../platform/media/media-library.ts";
import { isPictureUrl } from "./csv-cells.ts";

/**
 * Resolves the pictures that an imported file names: validates them while the file is read, and stores them only when the whole file is
 * valid.
 */
export interface ImportPictures {
  /**
   * Finds the picture of an entry: a current one, a stored one, or a file in the folder of the imported file.
   * @param of.title the alt text of a new picture
   * @param of.own the row's current pictures, which keep their alt text
   * @returns the picture, or a message that says why the entry is invalid
   */
  resolve(entry: string, of: { title: string; own: readonly Picture[] }): Promise<Picture | string>;
  /** Stores the files that resolve() has found. */
  storeFiles(): Promise<void>;
}

/** Cache size. Products share files, such as a size chart; each file is validated once. */
const MAX_CACHED = 2000;

/** Pictures that are stored already. */
export interface StoredBefore {
  /** Those that a file of the back office names, which has no folder beside it. */
  staged?: { find(entry: string): StoredPicture | string | undefined };
  /** By path, so that they need not be read from the library. */
  byPath?: ReadonlyMap<string, StoredPicture>;
}

/**
 * @param sourceFolder the folder of new pictures
 * @param folder the media library's folder for them; stored pictures of other folders, such as customers' photos, cannot be used
 */
export function createImportPictures(
  sourceFolder: string,
  folder: string,
  media: MediaLibrary,
  { staged, byPath }: StoredBefore = {},
): ImportPictures {
  const files = new Set<string>();
  const cached = new LRUCache<string, Promise<StoredPicture | string>>({ max: MAX_CACHED });

  const find = async (entry: string): Promise<StoredPicture | string> => {
    if (entry.startsWith("/") && !entry.startsWith(`/${folder}/`))
      return `"${entry}" is not a picture of the ${folder}: stored paths begin with /${folder}/`;
    const known = staged?.find(entry) ?? byPath?.get(entry);
    if (known) return known;
    if (entry.startsWith("/")) return (await media.measure(entry)) ?? `"${entry}" is not among the stored pictures`;
    if (isPictureUrl(entry))
      return `"${entry}" is an address, which only the product import of the back office fetches; please put the picture beside this file and write its name`;
    const file = resolve(sourceFolder, entry);
    if (!file.startsWith(sourceFolder.endsWith(sep) ? sourceFolder : sourceFolder + sep))
      return `"${entry}" is not in the folder of the imported file`;
    try {
      const picture = await media.inspect(folder, basename(file), file);
      files.add(entry);
      return picture;
    } catch (error) {
      if (error instanceof ApiError) return `"${entry}": ${error.message}`;
      throw error;
    }
  };

  return {
    async resolve(entry, { title, own }) {
      const existing = own.find(({ path }) => path === entry);
      if (existing) return existing;
      const lookup = cached.get(entry) ?? find(entry);
      cached.set(entry, lookup);
      const found = await lookup;
      if (typeof found === "string") return found;
      return own.find(({ path }) => path === found.path) ?? { ...found, alt: title };
    },
    async storeFiles() {
      for (const entry of files) await media.put(folder, basename(entry), join(sourceFolder, entry));
    },
  };
}
