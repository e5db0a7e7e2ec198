import { LRUCache } from "lru-cache";
import type { Subject } from "../database/database.ts";

/** A finished page in the encodings that are sent, with everything its answer says. */
export interface FinishedPage {
  status: number;
  headers: Record<string, string>;
  etag: string;
  plain: Buffer;
  brotli: Buffer;
  /** What it was made from; a change of any of these makes it stale. */
  madeFrom: ReadonlySet<Subject>;
}

export interface PageCache {
  find(key: string): FinishedPage | undefined;
  /** Renders once, however many ask for the same page meanwhile. A page that a change overtook is answered but not kept. */
  findOrMake(key: string, make: () => Promise<FinishedPage>): Promise<FinishedPage>;
  forget(subject: Subject): void;
}

/** Relative times in a page ("3 days ago") grow old even when nothing changes. */
const KEEP_MS = 10 * 60 * 1000;

/** @param maxBytes memory for finished pages; 0 keeps none */
export function createPageCache({ maxBytes }: { maxBytes: number }): PageCache {
  const pages =
    maxBytes === 0
      ? undefined
      : new LRUCache<string, FinishedPage>({
          maxSize: maxBytes,
          sizeCalculation: ({ plain, brotli }) => plain.length + brotli.length,
          ttl: KEEP_MS,
        });
  const making = new Map<string, Promise<FinishedPage>>();
  let changes = 0;

  return {
    find: (key) => pages?.get(key),
    findOrMake(key, make) {
      const kept = pages?.get(key);
      if (kept) return Promise.resolve(kept);
      const underway = pages && making.get(key);
      if (underway) return underway;
      const changesBefore = changes;
      const made = make()
        .then((page) => {
          if (page.status < 500 && changes === changesBefore) pages?.set(key, page);
          return page;
        })
        .finally(() => {
          if (making.get(key) === made) making.delete(key);
        });
      if (pages) making.set(key, made);
      return made;
    },
    forget(subject) {
      changes += 1;
      // Whoever asks from now on must not be given a page that was begun before the change.
      making.clear();
      for (const [key, page] of pages?.entries() ?? []) if (page.madeFrom.has(subject)) pages?.delete(key);
    },
  };
}
