import { LRUCache } from "lru-cache";
import { type Database, MAX_CACHE_AGE_MS } from "../database/database.ts";
import { countListing, type ListingCounts } from "./listing-counts.ts";
import type { ListingFilter } from "./listing-filter.ts";

/**
 * Keeps the counts of listings. Counting reads every product of a listing, which takes a second at a million products, while a
 * page of it is read in a moment; so numbers are counted once. After a change they are counted anew: a small catalogue's at once,
 * a large one's behind, while the old ones serve (docs/decisions/2026-11-21-counts-kept-in-memory.md).
 */
export interface CountsCache {
  of(filter: ListingFilter): Promise<ListingCounts>;
  /** The numbers as they were counted last, without waiting or counting; undefined where they never were. */
  last(filter: ListingFilter): ListingCounts | undefined;
  /** Call when the catalogue has changed. */
  invalidate(): void;
}

interface Entry {
  counts: Promise<ListingCounts>;
  /** What `counts` came to; undefined while the counting lasts. */
  counted: ListingCounts | undefined;
  version: number;
  /** How long the counting took; unknown while it lasts. */
  tookMs: number | undefined;
  countedAt: number;
  refreshing: boolean;
}

/** Filters whose counts are kept at once; the panel's combinations are endless, those in use are few. */
const CACHED_FILTERS = 500;
/** Up to here a shopper waits for numbers that are true now. */
const WORTH_WAITING_MS = 100;
/** A slow count rests this many times as long as it took, so that a busy shop does not count all day. */
const REST = 10;
/** However many filters are new at once, most connections stay free for pages. */
const COUNTED_AT_ONCE = 2;

export function createCountsCache(db: Database): CountsCache {
  const kept = new LRUCache<string, Entry>({ max: CACHED_FILTERS });
  const takeTurns = createTurns(COUNTED_AT_ONCE);
  let version = 0;

  /** Counts and keeps; `old` serves meanwhile when given. */
  const count = (key: string, filter: ListingFilter, old?: Entry): Promise<ListingCounts> => {
    const entry: Entry = {
      counts: Promise.resolve(null as never),
      counted: undefined,
      version,
      tookMs: undefined,
      countedAt: 0,
      refreshing: false,
    };
    entry.counts = takeTurns(async () => {
      const begin = performance.now();
      const counts = await countListing(db, filter);
      entry.counted = counts;
      entry.countedAt = performance.now();
      entry.tookMs = entry.countedAt - begin;
      return counts;
    });
    if (!old) kept.set(key, entry);
    entry.counts.then(
      () => old && kept.set(key, entry),
      () => {
        if (old) old.refreshing = false;
        else kept.delete(key);
      },
    );
    return entry.counts;
  };

  const isTrueNow = (entry: Entry) =>
    entry.version === version && performance.now() - entry.countedAt < MAX_CACHE_AGE_MS;

  return {
    of(filter) {
      const key = JSON.stringify(filter);
      const entry = kept.get(key);
      if (!entry) return count(key, filter);
      if (isTrueNow(entry) || entry.refreshing || entry.tookMs === undefined) return entry.counts;
      if (entry.tookMs <= WORTH_WAITING_MS) return count(key, filter);
      if (performance.now() - entry.countedAt > entry.tookMs * REST) {
        entry.refreshing = true;
        count(key, filter, entry).catch(() => {});
      }
      return entry.counts;
    },
    last: (filter) => kept.peek(JSON.stringify(filter))?.counted,
    invalidate() {
      version += 1;
    },
  };
}

/** Runs at most `atOnce` works at a time, the others in the order in which they came. */
function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
