/**
 * Rate limits of one instance, in memory, for requests that only read and are too cheap for a write to the database each. Limits that must hold over all instances, or outlive a
 * restart, are those of limits.ts.
 */

import { rateLimitError } from "./limits.ts";

interface LocalLimit {
  /** Uses that may come at once; later ones as the window slides. */
  limit: number;
  windowSeconds: number;
}

export interface LocalLimits {
  /** Counts one use. @throws ApiError (429) with the seconds until the next use */
  consume(key: string, limit: LocalLimit): void;
}

/** Keys that are remembered; the one that has been used least recently is forgotten first. */
const MAX_KEYS = 10_000;

/** @param now milliseconds of a clock that is never set back */
export function createLocalLimits(now: () => number = () => performance.now()): LocalLimits {
  /** When each key is fully available again. */
  const freeAt = new Map<string, number>();
  return {
    consume(key, { limit, windowSeconds }) {
      const step = (windowSeconds * 1000) / limit;
      const at = now();
      const next = Math.max(freeAt.get(key) ?? at, at) + step;
      const aheadMs = next - at - windowSeconds * 1000;
      if (aheadMs > 0.5) throw rateLimitError(Math.max(1, Math.ceil(aheadMs / 1000)), "Too many requests.");
      freeAt.delete(key);
      freeAt.set(key, next);
      if (freeAt.size > MAX_KEYS)
        for (const [oldest] of freeAt) {
          freeAt.delete(oldest);
          break;
        }
    },
  };
}
