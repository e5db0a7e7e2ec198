import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { MAX_CACHE_AGE_MS } from "../../../platform/database/database.ts";
import type { CatalogueSearch } from "../search/catalogue-search.ts";
import type { ListingCounts } from "./listing-counts.ts";
import { isNarrowed, type ListingFilter } from "./listing-filter.ts";

/**
 * Caches the counts of listings. After a change, a request waits for new counts if counting is fast; if it is slow, the old counts are
 * returned while new ones are computed (docs/decisions/2026-11-21-cached-counts.md).
 */
export interface CountsCache {
  /** Returns null if too many filters wait to be counted. */
  of(filter: ListingFilter): Promise<ListingCounts | null>;
  /** Returns the last known counts without waiting; undefined before the first count. */
  last(filter: ListingFilter): ListingCounts | undefined;
  /** Call when the catalogue has changed. */
  invalidate(): void;
}

interface Entry {
  counts: ListingCounts;
  /** The version of the catalogue when counting began. */
  version: number;
  /** The fastest time so far, since a fast count can be slow once, above all the first. */
  tookMs: number;
  times: number;
  countedAt: number;
}

/** Maximum number of cached filters: the panel allows many combinations, of which few are used. */
const MAX_FILTERS = 500;
const SLOW_MS = 100;
/** A slow count is repeated after this many times its duration at the earliest, so that a busy shop does not count all the time. */
const MIN_INTERVAL_FACTOR = 10;
const MAX_WAITING = 20;

export function createCountsCache(search: Pick<CatalogueSearch, "count">): CountsCache {
  // One connection each, which leaves most for pages. The panel's filters, which have endless combinations, do not delay whole listings.
  const ofPanel = pLimit(1);
  const ofScopes = pLimit(1);
  const cache = new LRUCache<string, Entry>({ max: MAX_FILTERS });
  const running = new Map<string, Promise<Entry>>();
  let version = 0;

  function count(key: string, filter: ListingFilter): Promise<Entry> | null {
    const name = `${version} ${key}`;
    const shared = running.get(name);
    if (shared) return shared;
    const limit = isNarrowed(filter) ? ofPanel : ofScopes;
    if (limit.pendingCount >= MAX_WAITING) return null;
    const counting = limit(async () => {
      const [countedVersion, begin] = [version, performance.now()];
      const counts = await search.count(filter);
      const countedAt = performance.now();
      const before = cache.peek(key);
      const tookMs = Math.min(countedAt - begin, before?.tookMs ?? Number.POSITIVE_INFINITY);
      const entry = { counts, version: countedVersion, tookMs, times: (before?.times ?? 0) + 1, countedAt };
      cache.set(key, entry);
      return entry;
    }).finally(() => running.delete(name));
    running.set(name, counting);
    return counting;
  }

  return {
    async of(filter) {
      const key = JSON.stringify(filter);
      const old = cache.get(key);
      const ageMs = old ? performance.now() - old.countedAt : 0;
      if (old?.version === version && ageMs < MAX_CACHE_AGE_MS) return old.counts;
      const isSlow = old !== undefined && old.times > 1 && old.tookMs > SLOW_MS;
      if (isSlow && ageMs <= old.tookMs * MIN_INTERVAL_FACTOR) return old.counts;
      const counting = count(key, filter);
      if (!isSlow) return (await counting)?.counts ?? null;
      counting?.catch(() => {});
      return old.counts;
    },
    last: (filter) => cache.peek(JSON.stringify(filter))?.counts,
    invalidate() {
      version += 1;
    },
  };
}
