import type { RequestError } from "../api/request.ts";
import { createStore } from "../shared/store.ts";

/** The ids on the shopper's wishlist as every heart icon shows them: what is stored, with pending changes applied. */
export const wishlistStore = createStore<ReadonlySet<string>>(new Set());

/** A product on a wishlist, in a size or in any. */
export interface WishlistItem {
  productId: string;
  variantId?: string | undefined;
}

export interface PendingWishlistChange {
  inWishlist: boolean;
  /** The size to save. */
  variantId?: string | undefined;
  settle: (failed?: RequestError) => void;
}

/**
 * Changes to the wishlist that are not stored yet. A guest's are stored in this browser (guest-wishlist-storage.ts), a customer's in the
 * account (wishlist-sync.ts, which loads with the session). Until it is known which of them the shopper is, they wait.
 */
class PendingWishlist {
  readonly #changes = new Map<string, PendingWishlistChange>();
  #stored: readonly string[] = [];
  #storePending = () => {};

  /** Pending changes by product, in the order of the requests; of several for one product the last. */
  get changes(): ReadonlyMap<string, PendingWishlistChange> {
    return this.#changes;
  }

  /**
   * Adds products or removes them; every heart icon shows it at once.
   * @param variantId the size of a single product
   * @returns the errors, once each change is stored, failed or replaced by another
   */
  toggle(productIds: readonly string[], inWishlist: boolean, variantId?: string): Promise<RequestError[]> {
    return this.#change(
      productIds.map((productId) => ({ productId, variantId })),
      inWishlist,
    );
  }

  /** Adds products, each in its size. @returns as `toggle` */
  add(items: readonly WishlistItem[]): Promise<RequestError[]> {
    return this.#change(items, true);
  }

  async #change(items: readonly WishlistItem[], inWishlist: boolean): Promise<RequestError[]> {
    const outcomes = items.map(
      ({ productId, variantId }) =>
        new Promise<RequestError | undefined>((settle) => {
          this.#changes.get(productId)?.settle();
          // Deleted first, so that it comes last.
          this.#changes.delete(productId);
          this.#changes.set(productId, { inWishlist, variantId, settle });
        }),
    );
    this.#show();
    this.#storePending();
    return (await Promise.all(outcomes)).filter((failed) => failed !== undefined);
  }

  /** Registers what stores pending changes, and calls it if there are some. Returns a function that stops it. */
  storeBy(storePending: () => void): () => void {
    this.#storePending = storePending;
    if (this.#changes.size > 0) storePending();
    return () => {
      if (this.#storePending === storePending) this.#storePending = () => {};
    };
  }

  showStored(productIds: readonly string[]): void {
    this.#stored = productIds;
    this.#show();
  }

  /** Ends a change: it is stored, or `failed` says why not. A change that has replaced it stays. */
  end(productId: string, change: PendingWishlistChange, failed?: RequestError): void {
    if (this.#changes.get(productId) === change) this.#changes.delete(productId);
    this.#show();
    change.settle(failed);
  }

  settleAll(failed?: RequestError): void {
    for (const [productId, change] of [...this.#changes]) this.end(productId, change, failed);
  }

  #show(): void {
    const shown = new Set(this.#stored);
    for (const [id, { inWishlist }] of this.#changes) {
      if (inWishlist) shown.add(id);
      else shown.delete(id);
    }
    wishlistStore.set(shown);
  }
}

export const pendingWishlist = new PendingWishlist();
