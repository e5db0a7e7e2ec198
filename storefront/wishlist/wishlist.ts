import type { RequestFailed } from "../api/request.ts";
import { createStore } from "../shared/store.ts";

/**
 * The products that the shopper has hearted, by id, as every heart shows them: what is kept, with what was asked for on top. A guest's
 * hearts are kept in this browser (guest-wishlist-storage.ts), a customer's in the account (wishlist-sync.ts, which comes with the session). Until
 * it is known who is looking, what is asked for shows and waits.
 */
export const wishlistStore = createStore<ReadonlySet<string>>(new Set());

export interface PendingWishlistChange {
  inWishlist: boolean;
  settle: (errorResponse?: RequestFailed) => void;
}
const wishes = new Map<string, PendingWishlistChange>();
/** What was asked for and is not kept yet, by product; of several for one product the last. */
export const pendingChanges: ReadonlyMap<string, PendingWishlistChange> = wishes;

let kept: readonly string[] = [];
let fulfil = () => {};

/**
 * Gives products a heart or takes it away; every heart shows it at once.
 * @returns once all are kept, or something else was asked for in their place: what could not be kept, and why
 */
export async function toggleWishlist(productIds: readonly string[], inWishlist: boolean): Promise<RequestFailed[]> {
  const outcomes = productIds.map(
    (id) =>
      new Promise<RequestFailed | undefined>((settle) => {
        wishes.get(id)?.settle();
        // Taken out first, so that it stands last.
        wishes.delete(id);
        wishes.set(id, { inWishlist, settle });
      }),
  );
  show();
  fulfil();
  return (await Promise.all(outcomes)).filter((errorResponse) => errorResponse !== undefined);
}

/** Registers `keep`, which is called to store pending changes. Returns how to stop. */
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

/** Ends a wish: it is kept now, or could not be. The one that has taken its place stays. */
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
