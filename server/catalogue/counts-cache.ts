import { LRUCache } from "lru-cache";
import type { Database } from "../database/database.ts";
import { countListing, type ListingCounts, type ListingFilter } from "./listing.ts";

/**
 * Keeps the counts of listings. Counting reads every product of a listing, which takes a second at a million products, while a
 * page of it is read in a moment; so numbers are counted once, and after a change the old ones serve until the new are there.
 */
export interface CountsCache {
  of(filter: ListingFilter): Promise<ListingCounts>;
  /** Call when the catalogue has changed. */
  outdate(): void;
}

interface Entry {
  counts: Promise<ListingCounts>;
  version: number;
  refreshing: boolean;
}

/** Filters whose counts are kept at once; the panel's combinations are endless, those in use are few. */
const KEPT_FILTERS = 500;

export function createCountsCache(db: Database): CountsCache {
  const kept = new LRUCache<string, Entry>({ max: KEPT_FILTERS });
  let version = 0;

  const count = (key: string, filter: ListingFilter) => {
    const entry: Entry = { counts: countListing(db, filter), version, refreshing: false };
    kept.set(key, entry);
    entry.counts.catch(() => kept.delete(key));
    return entry.counts;
  };

  const refresh = (key: string, filter: ListingFilter, entry: Entry) => {
    entry.refreshing = true;
    const countedAt = version;
    countListing(db, filter).then(
      (counts) => kept.set(key, { counts: Promise.resolve(counts), version: countedAt, refreshing: false }),
      () => {
        entry.refreshing = false;
      },
    );
  };

  return {
    of(filter) {
      const key = JSON.stringify(filter);
      const entry = kept.get(key);
      if (!entry) return count(key, filter);
      if (entry.version !== version && !entry.refreshing) refresh(key, filter, entry);
      return entry.counts;
    },
    outdate() {
      version += 1;
    },
  };
}
