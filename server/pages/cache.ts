import { LRUCache } from "lru-cache";
import type { Topic } from "../database/database.ts";
import { createFrequencySketch } from "./frequency-sketch.ts";

/** A finished page as it is sent and kept: compressed, with everything that its response says. */
export interface FinishedPage {
  status: number;
  headers: Record<string, string>;
  etag: string;
  brotli: Buffer;
  /** False for what is no page (a redirect, an error) and for a page of which a part could not be loaded. */
  isWhole: boolean;
  /** What the page was rendered from; a change of any of these invalidates it. */
  topics: ReadonlySet<Topic>;
}

export interface PageCache {
  /** The cached page. Counts the request: pages that are requested more often are kept rather than others. */
  find(key: string): FinishedPage | undefined;
  /**
   * Renders a page once, however many requests wait for it, and caches it if it is whole and no change has overtaken it while it was
   * rendered.
   */
  render(key: string, render: () => Promise<FinishedPage>): Promise<FinishedPage>;
  /** Removes the pages that were rendered from this topic. */
  invalidate(topic: Topic): void;
  /** What the cached pages take, in bytes. */
  readonly bytes: number;
}

/** Relative times in a page ("3 days ago") grow old even when nothing changes. */
const MAX_AGE_MS = 10 * 60 * 1000;
/** What an entry takes beside its texts and its content: objects, topics, its place in the list. */
const ENTRY_BYTES = 700;
/**
 * How many requests a page must be ahead of those that give way to it. One is not enough: where all pages are read in turn, the one that
 * has just been requested is ahead of the least recently used, which is requested next.
 */
const LEAD = 2;
/** A usual page, to tell how many of them there is room for. */
const USUAL_PAGE_BYTES = 16 * 1024;

interface Rendering {
  page: Promise<FinishedPage>;
  /** What has changed since it began. */
  overtakenBy: Set<Topic>;
}

/**
 * Keeps finished pages, the least recently used give way. When it is full, a page is admitted only if it has been requested more often
 * than those that would give way (TinyLFU): a crawler that reads every page once flushes none that shoppers read.
 * @param maxBytes memory for finished pages; 0 keeps none
 */
export function createPageCache({ maxBytes }: { maxBytes: number }): PageCache {
  const pages =
    maxBytes === 0
      ? undefined
      : new LRUCache<string, FinishedPage>({
          maxSize: maxBytes,
          sizeCalculation: (page, key) => sizeOf(key, page),
          ttl: MAX_AGE_MS,
          ttlAutopurge: true,
          // Looked up at each use, so that a test can set the clock.
          perf: { now: () => performance.now() },
        });
  const requests = createFrequencySketch(Math.ceil(maxBytes / USUAL_PAGE_BYTES));
  /** The renderings that a request for the same page may wait for. */
  const shared = new Map<string, Rendering>();
  const running = new Set<Rendering>();

  function admits(key: string, page: FinishedPage, cache: LRUCache<string, FinishedPage>): boolean {
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

  function keep(key: string, page: FinishedPage, { overtakenBy }: Rendering): void {
    if (!pages || !page.isWhole) return;
    for (const topic of overtakenBy) if (page.topics.has(topic)) return;
    if (admits(key, page, pages)) pages.set(key, page);
  }

  return {
    find(key) {
      if (!pages) return undefined;
      requests.record(key);
      return pages.get(key);
    },

    render(key, render) {
      const waiting = pages && shared.get(key);
      if (waiting) return waiting.page;
      const rendering: Rendering = { overtakenBy: new Set(), page: render() };
      running.add(rendering);
      if (pages) shared.set(key, rendering);
      rendering.page = rendering.page
        .then((page) => {
          keep(key, page, rendering);
          return page;
        })
        .finally(() => {
          running.delete(rendering);
          if (shared.get(key) === rendering) shared.delete(key);
        });
      return rendering.page;
    },

    invalidate(topic) {
      for (const { overtakenBy } of running) overtakenBy.add(topic);
      // A request that comes after the change must not be given a page that was begun before it.
      shared.clear();
      for (const [key, page] of pages?.entries() ?? []) if (page.topics.has(topic)) pages?.delete(key);
    },

    get bytes() {
      return pages?.calculatedSize ?? 0;
    },
  };
}

function sizeOf(key: string, { headers, brotli }: FinishedPage): number {
  let characters = key.length;
  for (const name in headers) characters += name.length + (headers[name] as string).length;
  return characters + brotli.byteLength + ENTRY_BYTES;
}
