import { basename, dirname, join, resolve, sep } from "node:path";
import { LRUCache } from "lru-cache";
import type { Picture } from "../../contract/pictures.ts";
import { Refusal } from "../failures.ts";
import type { MediaStore, StoredPicture } from "../media/store.ts";

/** The pictures that a product file names: found or judged while it is read, kept only when all of it is right. */
export interface ImportPictures {
  /**
   * The picture of one entry: one that the product has already, one that the store has, or a file beside the product file.
   * @param own the pictures that the product has now; they keep their alt text
   * @returns the picture, or what is wrong with the entry
   */
  resolve(entry: string, product: { title: string; own: readonly Picture[] }): Promise<Picture | string>;
  /** Puts the files that were named into the store. */
  keep(): Promise<void>;
}

/** Pictures of the same catalogue share files, such as one size chart; each is judged once. */
const REMEMBERED = 2000;
const FOLDER = "catalogue";

export function createImportPictures(csvFile: string, store: MediaStore): ImportPictures {
  const beside = dirname(resolve(csvFile));
  const files = new Set<string>();
  const known = new LRUCache<string, Promise<StoredPicture | string>>({ max: REMEMBERED });

  const look = async (entry: string): Promise<StoredPicture | string> => {
    if (entry.startsWith("/")) return (await store.measure(entry)) ?? `"${entry}" is not among the stored pictures`;
    const file = resolve(beside, entry);
    if (!file.startsWith(beside.endsWith(sep) ? beside : beside + sep))
      return `"${entry}" is not in the folder of the product file`;
    try {
      const picture = await store.inspect(FOLDER, basename(file), file);
      files.add(entry);
      return picture;
    } catch (error) {
      if (error instanceof Refusal) return `"${entry}": ${error.message}`;
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
      for (const entry of files) await store.put(FOLDER, basename(entry), join(beside, entry));
    },
  };
}
