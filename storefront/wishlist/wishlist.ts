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
  settle: (error?: RequestFailed) => void;
}
const changes = new Map<string, PendingWishlistChange>();
/** Changes not stored yet, by product; the last one of each. */
export const pendingChanges: ReadonlyMap<string, PendingWishlistChange> = changes;

let stored: readonly string[] = [];
let storePending = () => {};

/**
 * Adds products to the wishlist or removes them; every heart shows it at once.
 * @returns the errors, once all changes are stored, rejected or replaced
 */
export async function toggleWishlist(productIds: readonly string[], inWishlist: boolean): Promise<RequestFailed[]> {
  const outcomes = productIds.map(
    (id) =>
      new Promise<RequestFailed | undefined>((settle) => {
        changes.get(id)?.settle();
        // Deleted first, so that it comes last.
        changes.delete(id);
        changes.set(id, { inWishlist, settle });
      }),
  );
  show();
  storePending();
  return (await Promise.all(outcomes)).filter((error) => error !== undefined);
}

/** Registers the function that stores pending changes. Returns how to stop. */
export function storeWishlist(store: () => void): () => void {
  storePending = store;
  if (changes.size > 0) store();
  return () => {
    if (storePending === store) storePending = () => {};
  };
}

export function showStored(productIds: readonly string[]): void {
  stored = productIds;
  show();
}

/** Ends a pending change that was stored or rejected. A newer change of the product stays. */
export function endPending(productId: string, change: PendingWishlistChange, error?: RequestFailed): void {
  if (changes.get(productId) === change) changes.delete(productId);
  show();
  change.settle(error);
}

/** Ends every pending change. @param errorResponse why they could not be stored; without it they are dropped */
export function endAllPending(error?: RequestFailed): void {
  for (const [productId, change] of [...changes]) endPending(productId, change, error);
}

function show(): void {
  const shown = new Set(stored);
  for (const [id, { inWishlist }] of changes) {
    if (inWishlist) shown.add(id);
    else shown.delete(id);
  }
  wishlistStore.set(shown);
}
