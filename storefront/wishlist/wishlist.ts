import type { RequestFailed } from "../api/request.ts";
import { createStore } from "../shared/store.ts";

/**
 * The ids of the shopper's wishlist as every heart shows them: the stored state with pending changes applied. A guest's is stored in this
 * browser (guest-wishlist-storage.ts), a customer's in the account (wishlist-sync.ts, loaded with the session). Until the session is known,
 * changes are shown and wait.
 */
export const wishlistStore = createStore<ReadonlySet<string>>(new Set());

export interface PendingWishlistChange {
  inWishlist: boolean;
  settle: (errorResponse?: RequestFailed) => void;
}
const wishes = new Map<string, PendingWishlistChange>();
/** Changes not stored yet, by product; the last one of each. */
export const pendingChanges: ReadonlyMap<string, PendingWishlistChange> = wishes;

let kept: readonly string[] = [];
let fulfil = () => {};

/**
 * Adds products to the wishlist or removes them; every heart shows it at once.
 * @returns the errors, once all changes are stored, rejected or replaced
 */
export async function toggleWishlist(productIds: readonly string[], inWishlist: boolean): Promise<RequestFailed[]> {
  const outcomes = productIds.map(
    (id) =>
      new Promise<RequestFailed | undefined>((settle) => {
        wishes.get(id)?.settle();
        // Deleted first, so that it comes last.
        wishes.delete(id);
        wishes.set(id, { inWishlist, settle });
      }),
  );
  show();
  fulfil();
  return (await Promise.all(outcomes)).filter((errorResponse) => errorResponse !== undefined);
}

/** Registers the function that stores pending changes. Returns how to stop. */
export function storeWishlist(keep: () => void): () => void {
  fulfil = keep;
  if (wishes.size > 0) keep();
  return () => {
    if (fulfil === keep) fulfil = () => {};
  };
}

export function showStored(productIds: readonly string[]): void {
  kept = productIds;
  show();
}

/** Ends a pending change that was stored or rejected. A newer change of the product stays. */
export function endPending(productId: string, wish: PendingWishlistChange, errorResponse?: RequestFailed): void {
  if (wishes.get(productId) === wish) wishes.delete(productId);
  show();
  wish.settle(errorResponse);
}

/** Ends every pending change. @param errorResponse why they could not be stored; without it they are dropped */
export function endAllPending(errorResponse?: RequestFailed): void {
  for (const [productId, wish] of [...wishes]) endPending(productId, wish, errorResponse);
}

function show(): void {
  const shown = new Set(kept);
  for (const [id, { inWishlist }] of wishes) {
    if (inWishlist) shown.add(id);
    else shown.delete(id);
  }
  wishlistStore.set(shown);
}
