import { LRUCache } from "lru-cache";
import { MAX_CACHE_AGE_MS } from "../database/database.ts";

/**
 * Remembers where far pages of listings begin. To find page 500 of a million products the database counts through 6,000 entries of an
 * index, which takes it several times as long as the page itself; from a place that it has been to it goes straight on.
 */
export interface PageAnchors {
  /** The last known place at or before an offset. */
  before(listing: string, offset: number): (Place & { offset: number }) | undefined;
  /** To be asked before a page is read: gives back what keeps where it began, unless the catalogue has changed meanwhile. */
  watch(): (listing: string, offset: number, place: Place) => void;
  /** Call when the catalogue has changed. */
  invalidate(): void;
}

/** A product's place in the order of a listing: its sort key as the database writes it, to the last digit, and its id. */
export interface Place {
  key: string;
  id: number;
}

/** From which product on a page is far. Up to there counting through costs less than a tenth of the page. */
const DEEP = 240;
const CACHED_LISTINGS = 200;
const CACHED_ANCHORS = 100;

export function createPageAnchors(): PageAnchors {
  const listings = new LRUCache<string, LRUCache<number, Place>>({ max: CACHED_LISTINGS, ttl: MAX_CACHE_AGE_MS });
  let version = 0;

  return {
    before(listing, offset) {
      const places = offset >= DEEP ? listings.get(listing) : undefined;
      if (!places) return undefined;
      let nearest = -1;
      for (const known of places.keys()) if (known <= offset && known > nearest) nearest = known;
      const place = places.get(nearest);
      return place && { ...place, offset: nearest };
    },

    watch() {
      const before = version;
      return (listing, offset, place) => {
        if (offset < DEEP || version !== before) return;
        const places = listings.get(listing) ?? new LRUCache({ max: CACHED_ANCHORS });
        places.set(offset, place);
        // A place does not make those before it younger.
        listings.set(listing, places, { noUpdateTTL: true });
      };
    },

    invalidate() {
      version += 1;
      listings.clear();
    },
  };
}
