import { MAX_WISHLIST_ITEMS } from "../../../contract/limits.ts";
import type { OmissionReason } from "../../../contract/wishlist/schemas.ts";

interface WishlistAdditions {
  /** The oldest first; of repeated ids the last one counts. */
  add: readonly number[];
  saved: readonly number[];
  /** The ids in `add` whose product exists. */
  existing: readonly number[];
}

interface ChosenItems {
  added: number[];
  omitted: { productId: number; reason: OmissionReason }[];
}

/** Chooses the products to add, and says why others are omitted. If the wishlist gets full, the newest are added. */
export function chooseItems({ add, saved, existing }: WishlistAdditions): ChosenItems {
  const requested = [...new Set(add.toReversed())].toReversed().filter((productId) => !saved.includes(productId));
  const missing = requested.filter((productId) => !existing.includes(productId));
  const available = requested.filter((productId) => existing.includes(productId));
  const room = Math.max(0, MAX_WISHLIST_ITEMS - saved.length);
  const first = Math.max(0, available.length - room);
  return {
    added: available.slice(first),
    omitted: [
      ...missing.map((productId) => ({ productId, reason: "gone" as const })),
      ...available.slice(0, first).map((productId) => ({ productId, reason: "full" as const })),
    ],
  };
}
