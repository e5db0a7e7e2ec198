import { LRUCache } from "lru-cache";
import type { Topic } from "../database/database.ts";
import { createFrequencySketch } from "./frequency-sketch.ts";

/** A rendered page as it is cached and sent: compressed, with status and headers. */
export interface FinishedResponse {
  status: number;
  headers: Record<string, string>;
  etag: string;
  brotli: Buffer;
  /** False for redirects and errors, and for a page with a part that could not be loaded. */
  isWhole: boolean;
  /** What the page was rendered from; a change of any of these invalidates it. */
  topics: ReadonlySet<Topic>;
}

export interface ResponseCache {
  /** Finds a cached page, and counts the request: frequently requested pages stay in the cache. */
  find(key: string): FinishedResponse | undefined;
  /**
   * Renders a page once for all requests that wait for it, and caches it if it is whole and none of its topics changed meanwhile.
   */
  render(key: string, render: () => Promise<FinishedResponse>): Promise<FinishedResponse>;
  /** Removes the pages that were rendered from this topic. */
  invalidate(topic: Topic): void;
  /** Size of the cached pages, in bytes. */
  readonly bytes: number;
  /** How many requests found their page cached. */
  readonly hits: number;
  /** How many did not. */
  readonly misses: number;
}

/** Relative times in a page ("3 days ago") grow old even when nothing changes. */
const MAX_AGE_MS = 10 * 60 * 1000;
/** Memory of an entry beside its texts and content: objects, topics, list node. */
const ENTRY_BYTES = 700;
/**
 * How many requests a page must be ahead of those that it evicts. One is not enough: when all pages are requested in turn, the page just
 * requested is one ahead of the least recently used one, which is requested next.
 */
const LEAD = 2;
/** Typical size of a page, for estimating how many fit. */
const USUAL_PAGE_BYTES = 16 * 1024;

interface Rendering {
  page: Promise<FinishedResponse>;
  /** The topics that changed since it began. */
  changed: Set<Topic>;
}

/**
 * An LRU cache of rendered pages. When it is full, a page is admitted only if it was requested more often than those that it would evict
 * (TinyLFU): a crawler that reads every page once evicts none that shoppers read.
 * @param maxBytes memory for pages; 0 caches none
 */
export function createResponseCache({ maxBytes }: { maxBytes: number }): ResponseCache {
  const pages =
    maxBytes === 0
      ? undefined
      : new LRUCache<string, FinishedResponse>({
          maxSize: maxBytes,
          sizeCalculation: (page, key) => sizeOf(key, page),
          ttl: MAX_AGE_MS,
          ttlAutopurge: true,
          // Read at each use, so that a test can set the clock.
          perf: { now: () => performance.now() },
        });
  const requests = createFrequencySketch(Math.ceil(maxBytes / USUAL_PAGE_BYTES));
  /** Renderings whose result further requests for the same page share. */
  const shared = new Map<string, Rendering>();
  const running = new Set<Rendering>();
  let hits = 0;
  let misses = 0;

  function admits(key: string, page: FinishedResponse, cache: LRUCache<string, FinishedResponse>): boolean {
    const size = sizeOf(key, page);
    const frequency = requests.estimate(key);
    let room = maxBytes - cache.calculatedSize;
    for (const leastUsed of cache.rkeys()) {
      if (room >= size) break;
      if (requests.estimate(leastUsed) + LEAD > frequency) return false;
      const page = cache.peek(leastUsed);
      if (page) room += sizeOf(leastUsed, page);
    }
    return room >= size;
  }

  function store(key: string, page: FinishedResponse, { changed }: Rendering): void {
    if (!pages || !page.isWhole) return;
    for (const topic of changed) if (page.topics.has(topic)) return;
    if (admits(key, page, pages)) pages.set(key, page);
  }

  return {
    find(key) {
      if (pages) requests.record(key);
      const page = pages?.get(key);
      if (page) hits += 1;
      else misses += 1;
      return page;
    },

    render(key, render) {
      const waiting = pages && shared.get(key);
      if (waiting) return waiting.page;
      const rendering: Rendering = { changed: new Set(), page: render() };
      running.add(rendering);
      if (pages) shared.set(key, rendering);
      rendering.page = rendering.page
        .then((page) => {
          store(key, page, rendering);
          return page;
        })
        .finally(() => {
          running.delete(rendering);
          if (shared.get(key) === rendering) shared.delete(key);
        });
      return rendering.page;
    },

    invalidate(topic) {
      for (const { changed } of running) changed.add(topic);
      // A request after the change must not get a page that was begun before it.
      shared.clear();
      for (const [key, page] of pages?.entries() ?? []) if (page.topics.has(topic)) pages?.delete(key);
    },

    get bytes() {
      return pages?.calculatedSize ?? 0;
    },
    get hits() {
      return hits;
    },
    get misses() {
      return misses;
    },
  };
}

function sizeOf(key: string, { headers, brotli }: FinishedResponse): number {
  let characters = key.length;
  for (const name in headers) characters += name.length + (headers[name] as string).length;
  return characters + brotli.byteLength + ENTRY_BYTES;
}
