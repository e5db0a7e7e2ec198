import { LRUCache } from "lru-cache";
import type { Topic } from "../database/database.ts";
import { createFrequencySketch } from "./frequency-sketch.ts";
import { REVALIDATE } from "./shared-cache-headers.ts";

/** A response as it is sent to everybody. */
export interface FinishedResponse {
  status: number;
  headers: Record<string, string>;
  /** The hash of the content, for the ETag. */
  hash: string;
  body: Buffer;
  /** False for redirects and errors, and for a page of which a part could not be loaded. */
  isWhole: boolean;
  /** The topics on which it depends; a change of any of them invalidates it. */
  topics: ReadonlySet<Topic>;
}

export interface ResponseCache {
  /** Finds a cached response and counts the request: the cache retains frequently requested responses. */
  find(key: string): FinishedResponse | undefined;
  /**
   * Renders a response once for all requests that wait for it, and adds its caching headers. If it is whole and none of its topics changed
   * meanwhile, it is cached here, and CDNs may store it.
   */
  render(key: string, render: () => Promise<FinishedResponse>): Promise<FinishedResponse>;
  /** Removes the responses that depend on this topic. */
  invalidate(topic: Topic): void;
  /** Size of the cached responses, in bytes. */
  readonly bytes: number;
  /** Number of requests whose response was cached. */
  readonly hits: number;
  /** Number of requests whose response was not cached. */
  readonly misses: number;
}

/** Maximum age of a response: relative times ("3 days ago") become wrong even if nothing changes. */
const MAX_AGE_MS = 10 * 60 * 1000;
/** Memory of an entry besides its texts and content: objects, topics, list node. */
const ENTRY_BYTES = 700;
/**
 * By how many requests a response must exceed those that it evicts. One is not enough: when all pages are requested in turn, the latest
 * exceeds the least recently used by one, and that one is requested next.
 */
const LEAD = 2;
/** Typical size of a page or a list of products, for estimating how many fit. */
const USUAL_BYTES = 16 * 1024;

interface Rendering {
  response: Promise<FinishedResponse>;
  /** The topics that changed since the rendering began. */
  changed: Set<Topic>;
}

interface CacheOptions {
  /** Memory for responses; 0 disables the cache. */
  maxBytes: number;
  /** Returns the headers that let CDNs store a response with these topics. */
  sharedHeaders: (topics: ReadonlySet<Topic>) => Record<string, string>;
}

/**
 * An LRU cache of responses. When it is full, a response is admitted only if it was requested more often than those that it would evict
 * (TinyLFU): a crawler that reads every page once evicts none that shoppers read.
 */
export function createResponseCache({ maxBytes, sharedHeaders }: CacheOptions): ResponseCache {
  const cached =
    maxBytes === 0
      ? undefined
      : new LRUCache<string, FinishedResponse>({
          maxSize: maxBytes,
          sizeCalculation: (response, key) => sizeOf(key, response),
          ttl: MAX_AGE_MS,
          ttlAutopurge: true,
          // Read at each use, so that tests can set the clock.
          perf: { now: () => performance.now() },
        });
  const requests = createFrequencySketch(Math.ceil(maxBytes / USUAL_BYTES));
  /** Pending renderings whose result further requests with the same key share. */
  const shared = new Map<string, Rendering>();
  const running = new Set<Rendering>();
  let hits = 0;
  let misses = 0;

  function admits(key: string, response: FinishedResponse, cache: LRUCache<string, FinishedResponse>): boolean {
    const size = sizeOf(key, response);
    const frequency = requests.estimate(key);
    let room = maxBytes - cache.calculatedSize;
    for (const leastUsed of cache.rkeys()) {
      if (room >= size) break;
      if (requests.estimate(leastUsed) + LEAD > frequency) return false;
      const evicted = cache.peek(leastUsed);
      if (evicted) room += sizeOf(leastUsed, evicted);
    }
    return room >= size;
  }

  /** Adds the caching headers, and caches the response if it may be reused. */
  function finish(key: string, made: FinishedResponse, { changed }: Rendering): FinishedResponse {
    const isReusable = made.isWhole && ![...changed].some((topic) => made.topics.has(topic));
    const caching = isReusable ? sharedHeaders(made.topics) : { "cache-control": REVALIDATE };
    const response = { ...made, headers: { ...made.headers, ...caching } };
    if (isReusable && cached && admits(key, response, cached)) cached.set(key, response);
    return response;
  }

  return {
    find(key) {
      if (cached) requests.record(key);
      const response = cached?.get(key);
      if (response) hits += 1;
      else misses += 1;
      return response;
    },

    render(key, render) {
      const waiting = cached && shared.get(key);
      if (waiting) return waiting.response;
      const rendering: Rendering = { changed: new Set(), response: render() };
      running.add(rendering);
      if (cached) shared.set(key, rendering);
      rendering.response = rendering.response
        .then((made) => finish(key, made, rendering))
        .finally(() => {
          running.delete(rendering);
          if (shared.get(key) === rendering) shared.delete(key);
        });
      return rendering.response;
    },

    invalidate(topic) {
      for (const { changed } of running) changed.add(topic);
      // A request after the change must not get a response whose rendering began before it.
      shared.clear();
      for (const [key, { topics }] of cached?.entries() ?? []) if (topics.has(topic)) cached?.delete(key);
    },

    get bytes() {
      return cached?.calculatedSize ?? 0;
    },
    get hits() {
      return hits;
    },
    get misses() {
      return misses;
    },
  };
}

function sizeOf(key: string, { headers, body }: FinishedResponse): number {
  let characters = key.length;
  for (const name in headers) characters += name.length + (headers[name] as string).length;
  return characters + body.byteLength + ENTRY_BYTES;
}
