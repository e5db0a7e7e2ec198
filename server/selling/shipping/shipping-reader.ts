import type { ReadDatabase } from "../../platform/database/database.ts";
import type { ShippingRules } from "./shipping-rules.ts";
import { readShipping } from "./shipping-tables.ts";

/** Reads the owner's current shipping rules. */
export interface ShippingReader {
  current(): Promise<ShippingRules>;
  /** Makes the next `current` read the database. */
  invalidate(): void;
}

/** The rules are read again after this time, even without an event. */
const MAX_AGE_MS = 10 * 60_000;

/** Reads the rules once and caches them until the event `settings`. */
export function createShippingReader(latest: ReadDatabase): ShippingReader {
  let cached: { rules: ShippingRules; readAt: number } | null = null;
  let invalidations = 0;
  return {
    async current() {
      if (cached && performance.now() - cached.readAt < MAX_AGE_MS) return cached.rules;
      const before = invalidations;
      const readAt = performance.now();
      const rules = await readShipping(latest);
      if (invalidations === before) cached = { rules, readAt };
      return rules;
    },
    invalidate() {
      invalidations += 1;
      cached = null;
    },
  };
}
