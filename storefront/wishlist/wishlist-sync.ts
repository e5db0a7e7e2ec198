import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import type { SavedSize } from "../../contract/wishlist/schemas.ts";
import { api } from "../api/api.ts";
import { type RequestError, toRequestError } from "../api/request.ts";
import { createStore } from "../shared/store.ts";
import { subscribeToTabs, type TabEvent } from "../shared/tab-events.ts";
import { clearGuestWishlist, readGuestWishlist } from "./guest-wishlist-storage.ts";
import { omissionError } from "./omitted.ts";
import { type PendingWishlistChange, pendingWishlist } from "./wishlist.ts";

/** The wishlist as its pane shows it; null until it is read. */
export interface WishlistPaneState {
  products: readonly ProductSummary[] | null;
  /** The sizes in which products were saved. */
  sizes: readonly SavedSize[];
  /** Why the last read failed. */
  failed: RequestError | null;
}
const EMPTY_PANE: WishlistPaneState = { products: null, sizes: [], failed: null };
export const wishlistPaneStore = createStore(EMPTY_PANE);

type SentChanges = [productId: string, change: PendingWishlistChange][];

type ErrorListener = (message: string, failed: RequestError) => void;

/**
 * Synchronises this tab's wishlist with the account. Changes that are made during a request go out together with the next one, and the
 * server's response counts; when the shopper leaves the page, they are sent at once. Other tabs are notified of each change and read again.
 * Guests never load this file.
 */
class WishlistSync {
  /** The ids of the server's latest response; null before the first. */
  #server: readonly string[] | null = null;
  /** Whether the server may have changes that were not read yet. */
  #stale = false;
  #readAt = 0;
  /** Number of panes that show the products; without one, ids are enough. */
  #panes = 0;
  /** The changes whose request is under way. */
  #sending: SentChanges = [];
  /** Increased when a customer logs out, so that one customer's responses are not shown to the next. */
  #generation = 0;
  #following = false;
  #running = false;
  #tabs: TabEvent | undefined;
  #onError: ErrorListener = () => {};

  /**
   * Starts with the wishlist of the logged-in customer, and adds the products that this browser stored for a guest.
   * Returns a function that stops it and empties the wishlist.
   * @param onError called with a whole sentence when something failed and no view shows the error
   */
  follow(onError: ErrorListener): () => void {
    this.#following = true;
    this.#onError = onError;
    this.#stale = true;
    pendingWishlist.showStored([]);
    this.#tabs = subscribeToTabs(
      "wishlist",
      () => this.refresh(),
      () => this.#readAt,
    );
    window.addEventListener("pagehide", this.#sendWaiting);
    const stopStoring = pendingWishlist.storeBy(() => void this.#run());
    this.refresh();
    return () => {
      stopStoring();
      window.removeEventListener("pagehide", this.#sendWaiting);
      this.#tabs?.stop();
      this.#following = false;
      this.#generation += 1;
      this.#running = false;
      this.#server = null;
      this.#sending = [];
      pendingWishlist.settleAll();
      pendingWishlist.showStored([]);
      wishlistPaneStore.set(EMPTY_PANE);
    };
  }

  /** Reads the wishlist again. */
  refresh(): void {
    this.#stale = true;
    void this.#addGuestWishlist();
    void this.#run();
  }

  /** Reads again after an error, which is hidden meanwhile. */
  retry(): void {
    wishlistPaneStore.set({ ...wishlistPaneStore.get(), failed: null });
    this.refresh();
  }

  /** Reads the products for a pane that shows them. Returns a function that stops it. */
  watch(): () => void {
    this.#panes += 1;
    this.refresh();
    return () => {
      this.#panes -= 1;
      // The next pane starts with a fresh read instead of this list.
      if (this.#panes === 0) wishlistPaneStore.set(EMPTY_PANE);
    };
  }

  /**
   * Turns a guest's products into pending changes of the account. They leave the browser's storage once the server has responded, so
   * those of a failed request are tried again with the next refresh.
   */
  async #addGuestWishlist(): Promise<void> {
    const saved = this.#following ? readGuestWishlist() : [];
    const items = saved.filter(({ productId }) => !pendingWishlist.changes.has(productId));
    if (items.length === 0) return;
    const errors = await pendingWishlist.add(items);
    // Products that are no longer sold need no message.
    const failed = errors.find(({ code }) => code !== "not_found");
    if (failed) this.#onError("Some products you saved before logging in couldn’t be added to your wishlist.", failed);
  }

  /** Sends and reads, one request at a time, until nothing is left to do. */
  async #run(): Promise<void> {
    if (this.#running || !this.#following) return;
    this.#running = true;
    const generation = this.#generation;
    while (generation === this.#generation) {
      if (pendingWishlist.changes.size > 0) await this.#send(generation);
      else if (this.#stale) await this.#read(generation);
      else {
        this.#running = false;
        return;
      }
    }
  }

  /** Sends at once what waits for an earlier request: the page may not come back. If it does, sending it again changes nothing. */
  readonly #sendWaiting = () => {
    const sending = this.#sending.map(([, change]) => change);
    const waiting = [...pendingWishlist.changes].filter(([, change]) => !sending.includes(change));
    if (waiting.length > 0) void sendChanges(waiting).catch(() => {});
  };

  async #send(generation: number): Promise<void> {
    const sent: SentChanges = [];
    for (const [id, change] of [...pendingWishlist.changes].slice(0, MAX_WISHLIST_ITEMS)) {
      // Another tab, or an earlier click, may already have made it; the saved size is unknown here.
      if (change.variantId === undefined && this.#server?.includes(id) === change.inWishlist) {
        clearGuestWishlist([id]);
        pendingWishlist.end(id, change);
      } else sent.push([id, change]);
    }
    if (sent.length === 0) return;
    this.#sending = sent;
    // The response includes every change up to now.
    this.#stale = false;
    try {
      const response = await sendChanges(sent);
      if (generation !== this.#generation) return;
      this.#applyResponse(response.productIds);
      clearGuestWishlist(sent.map(([id]) => id));
      this.#tabs?.notify();
      for (const [id, change] of sent) {
        const omitted = response.omitted.find(({ product_id }) => product_id === id);
        pendingWishlist.end(id, change, omitted && omissionError(omitted.reason));
      }
    } catch (error) {
      if (generation !== this.#generation) return;
      // The outcome of a failed request is unknown.
      this.#stale = true;
      for (const [id, change] of sent) pendingWishlist.end(id, change, toRequestError(error));
    }
    this.#sending = [];
  }

  async #read(generation: number): Promise<void> {
    this.#stale = false;
    const whole = this.#panes > 0;
    try {
      const wishlist = await api.readWishlist({ query: { page: 1, perPage: MAX_WISHLIST_ITEMS, forCount: !whole } });
      if (generation !== this.#generation) return;
      this.#readAt = Date.now();
      const isShown = whole && this.#panes > 0;
      wishlistPaneStore.set({
        products: isShown ? wishlist.data : null,
        sizes: isShown ? wishlist.sizes : [],
        failed: null,
      });
      this.#applyResponse(wishlist.productIds);
    } catch (error) {
      if (generation !== this.#generation) return;
      const failed = toRequestError(error);
      if (this.#panes > 0) wishlistPaneStore.set({ ...wishlistPaneStore.get(), failed });
      else this.#onError("We couldn’t load your wishlist.", failed);
    }
  }

  /** Shows the server's ids. The pane drops products that left; if it lacks new ones, they are read. */
  #applyResponse(productIds: readonly string[]): void {
    this.#server = productIds;
    pendingWishlist.showStored(productIds);
    if (this.#panes === 0) return;
    const { products, sizes, failed } = wishlistPaneStore.get();
    const remaining = products?.filter(({ _id }) => productIds.includes(_id)) ?? null;
    wishlistPaneStore.set({ products: remaining, sizes, failed });
    if (remaining?.length !== productIds.length) this.#stale = true;
  }
}

function sendChanges(changes: SentChanges) {
  const idsOf = (inWishlist: boolean) =>
    changes.filter(([, change]) => change.inWishlist === inWishlist).map(([id]) => id);
  const sizes = changes.flatMap(([product_id, { inWishlist, variantId: variant_id }]) =>
    inWishlist && variant_id !== undefined ? [{ product_id, variant_id }] : [],
  );
  return api.changeWishlist({
    body: { add: idsOf(true), remove: idsOf(false), ...(sizes.length > 0 && { sizes }) },
    outlivesPage: true,
  });
}

export const wishlistSync = new WishlistSync();
