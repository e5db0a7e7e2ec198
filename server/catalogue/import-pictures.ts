import { basename, join, resolve, sep } from "node:path";
import { LRUCache } from "lru-cache";
import type { Picture } from "../../contract/pictures.ts";
import { ApiError } from "../errors.ts";
import type { MediaStore, StoredPicture } from "../media/store.ts";

/** The pictures that an imported file names: found or judged while it is read, kept only when all of it is right. */
export interface ImportPictures {
  /**
   * The picture of one entry: one that is in use there already, one that the store has, or a file in the folder of the import.
   * @param title the alt text of a new picture
   * @param own the pictures that are in use there now; they keep their alt text
   * @returns the picture, or what is wrong with the entry
   */
  resolve(entry: string, of: { title: string; own: readonly Picture[] }): Promise<Picture | string>;
  /** Puts the files that were named into the store. */
  keep(): Promise<void>;
}

/** Pictures of the same catalogue share files, such as one size chart; each is judged once. */
const REMEMBERED = 2000;

/**
 * @param beside folder in which new pictures lie
 * @param folder folder of the media store that takes them
 */
export function createImportPictures(beside: string, folder: string, store: MediaStore): ImportPictures {
  const files = new Set<string>();
  const known = new LRUCache<string, Promise<StoredPicture | string>>({ max: REMEMBERED });

  const look = async (entry: string): Promise<StoredPicture | string> => {
    if (entry.startsWith("/")) return (await store.measure(entry)) ?? `"${entry}" is not among the stored pictures`;
    const file = resolve(beside, entry);
    if (!file.startsWith(beside.endsWith(sep) ? beside : beside + sep))
      return `"${entry}" is not in the folder of the imported file`;
    try {
      const picture = await store.inspect(folder, basename(file), file);
      files.add(entry);
      return picture;
    } catch (error) {
      if (error instanceof ApiError) return `"${entry}": ${error.message}`;
      throw error;
    }
  };

  return {
    async resolve(entry, { title, own }) {
      const already = own.find(({ path }) => path === entry);
      if (already) return already;
      const looking = known.get(entry) ?? look(entry);
      known.set(entry, looking);
      const found = await looking;
      if (typeof found === "string") return found;
      return own.find(({ path }) => path === found.path) ?? { ...found, alt: title };
    },
    async keep() {
      for (const entry of files) await store.put(folder, basename(entry), join(beside, entry));
    },
  };
}
