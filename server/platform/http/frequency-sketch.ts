/**
 * Estimates how often keys were requested recently, in fixed memory: the count-min sketch of TinyLFU (Einziger, Friedman and Manes,
 * "TinyLFU: A Highly Efficient Cache Admission Policy", 2017).
 */
export interface FrequencySketch {
  /** Counts one request. */
  record(key: string): void;
  /** Returns at least the number of requests counted since the last halving, capped at 15. */
  estimate(key: string): number;
}

const ROWS = 4;
/** Counters per row and cached key. The sketch sees about ten times as many keys as the cache holds; fewer counters would collide too often. */
const COUNTERS_PER_KEY = 64;
const MAX_COUNT = 15;
/** After this many requests per key, all counts are halved, so that formerly popular pages can be evicted. */
const HALVE_AFTER_PER_KEY = 10;

/** @param capacity roughly how many keys the cache holds */
export function createFrequencySketch(capacity: number): FrequencySketch {
  const width = 2 ** Math.ceil(Math.log2(Math.max(256, capacity * COUNTERS_PER_KEY)));
  const counts = new Uint8Array(ROWS * width);
  const slots = new Uint32Array(ROWS);
  // Random, so that nobody can choose keys that share a counter.
  const seed = Math.floor(Math.random() * 2 ** 32);
  let recorded = 0;

  /** Fills the shared `slots` with the positions of a key's counters, one per row. */
  function locate(key: string): void {
    let first = seed;
    let second = ~seed;
    for (let at = 0; at < key.length; at++) {
      const code = key.charCodeAt(at);
      first = Math.imul(first ^ code, 0x01000193);
      second = Math.imul(second ^ code, 0x85ebca6b);
      second ^= second >>> 13;
    }
    first ^= first >>> 15;
    second |= 1;
    for (let row = 0; row < ROWS; row++) slots[row] = row * width + (((first + Math.imul(row, second)) >>> 0) % width);
  }

  function estimate(key: string): number {
    locate(key);
    let min = MAX_COUNT;
    for (const slot of slots) min = Math.min(min, counts[slot] as number);
    return min;
  }

  return {
    record(key) {
      // Also fills `slots`.
      const count = estimate(key);
      // Only the counters with the minimum, which decides the estimate.
      if (count < MAX_COUNT) for (const slot of slots) if (counts[slot] === count) counts[slot] = count + 1;
      recorded += 1;
      if (recorded < capacity * HALVE_AFTER_PER_KEY) return;
      recorded = 0;
      for (let at = 0; at < counts.length; at++) counts[at] = (counts[at] as number) >> 1;
    },
    estimate,
  };
}
