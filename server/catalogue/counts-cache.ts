import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { MAX_CACHE_AGE_MS, type ReadDatabase } from "../database/database.ts";
import { countListing, type ListingCounts } from "./listing-counts.ts";
import type { ListingFilter } from "./listing-filter.ts";

/**
 * Caches the counts of listings. Counting reads every product of a listing, which takes a second at a million products. After a change,
 * a request waits for new counts where counting is quick; where it is slow, the old ones are returned while new ones are counted
 * (docs/decisions/2026-11-21-cached-counts.md).
 */
export interface CountsCache {
  of(filter: ListingFilter): Promise<ListingCounts>;
  /** The last known counts, without waiting; undefined before the first count. */
  last(filter: ListingFilter): ListingCounts | undefined;
  /** Call when the catalogue has changed. */
  invalidate(): void;
}

interface Entry {
  counts: ListingCounts;
  /** The catalogue's version when counting began. */
  version: number;
  tookMs: number;
  countedAt: number;
}

/** The filter panel has many combinations; few are in use. */
const MAX_FILTERS = 500;
const SLOW_MS = 100;
/** A slow count is repeated no sooner than this many times its duration, so that a busy shop does not count all the time. */
const MIN_INTERVAL_FACTOR = 10;
/** Leaves most database connections free for pages. */
const MAX_CONCURRENT_COUNTS = 2;

export function createCountsCache(db: ReadDatabase): CountsCache {
  const limit = pLimit(MAX_CONCURRENT_COUNTS);
  let version = 0;
  const cache = new LRUCache<string, Entry, ListingFilter>({
    max: MAX_FILTERS,
    noDeleteOnFetchRejection: true,
    // A waiting request gets its counts even if its entry is evicted meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context: filter }) =>
      limit(async () => {
        const [countedVersion, begin] = [version, performance.now()];
        const counts = await countListing(db, filter);
        const countedAt = performance.now();
        return { counts, version: countedVersion, tookMs: countedAt - begin, countedAt };
      }),
  });

  return {
    async of(filter) {
      const key = JSON.stringify(filter);
      const old = cache.get(key);
      const ageMs = old ? performance.now() - old.countedAt : 0;
      if (old?.version === version && ageMs < MAX_CACHE_AGE_MS) return old.counts;
      const isSlow = old !== undefined && old.tookMs > SLOW_MS;
      if (isSlow && ageMs <= old.tookMs * MIN_INTERVAL_FACTOR) return old.counts;
      const entry = await cache.forceFetch(key, { context: filter, forceRefresh: true, allowStale: isSlow });
      return entry.counts;
    },
    last: (filter) => cache.peek(JSON.stringify(filter))?.counts,
    invalidate() {
      version += 1;
    },
  };
}
