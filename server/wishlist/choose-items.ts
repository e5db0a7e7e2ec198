import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import type { LeftOutReason } from "../../contract/wishlist/schemas.ts";

interface Choice {
  /** Oldest first; of repeated ids the last counts. */
  add: readonly number[];
  saved: readonly number[];
  /** The ids in `add` whose product exists. */
  sold: readonly number[];
}

interface Chosen {
  added: number[];
  leftOut: { productId: number; reason: LeftOutReason }[];
}

/** Chooses the products to add, and says why others are omitted. If the wishlist gets full, the newest are added. */
export function chooseItems({ add, saved, sold }: Choice): Chosen {
  const requested = [...new Set(add.toReversed())].toReversed().filter((productId) => !saved.includes(productId));
  const gone = requested.filter((productId) => !sold.includes(productId));
  const fitting = requested.filter((productId) => sold.includes(productId));
  const room = Math.max(0, MAX_WISHLIST_ITEMS - saved.length);
  const first = Math.max(0, fitting.length - room);
  return {
    added: fitting.slice(first),
    leftOut: [
      ...gone.map((productId) => ({ productId, reason: "gone" as const })),
      ...fitting.slice(0, first).map((productId) => ({ productId, reason: "full" as const })),
    ],
  };
}
