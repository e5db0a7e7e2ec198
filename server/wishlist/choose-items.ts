import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import type { LeftOutReason } from "../../contract/wishlist/schemas.ts";

interface Wanted {
  /** In the order in which they were hearted; one that comes twice counts as the later one. */
  add: readonly number[];
  /** What is on the wishlist already. */
  held: readonly number[];
  /** Those of `add` that are sold. */
  sold: readonly number[];
}

interface Chosen {
  added: number[];
  leftOut: { productId: number; reason: LeftOutReason }[];
}

/** Which products come onto a wishlist, and why the others do not. Where there is no room for all, the last ones have it. */
export function chooseItems({ add, held, sold }: Wanted): Chosen {
  const wanted = [...new Set(add.toReversed())].toReversed().filter((productId) => !held.includes(productId));
  const gone = wanted.filter((productId) => !sold.includes(productId));
  const fitting = wanted.filter((productId) => sold.includes(productId));
  const room = Math.max(0, MAX_WISHLIST_ITEMS - held.length);
  const first = Math.max(0, fitting.length - room);
  return {
    added: fitting.slice(first),
    leftOut: [
      ...gone.map((productId) => ({ productId, reason: "gone" as const })),
      ...fitting.slice(0, first).map((productId) => ({ productId, reason: "full" as const })),
    ],
  };
}
