import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import { api } from "../api/api.ts";
import { type RequestFailed, toRequestFailed } from "../api/request.ts";
import { createStore } from "../shared/store.ts";
import { subscribeToTabs, type TabEvent } from "../shared/tab-events.ts";
import { clearGuestWishlist, readGuestWishlist } from "./guest-wishlist-storage.ts";
import { leftOut } from "./omitted.ts";
import {
  endAllPending,
  endPending,
  type PendingWishlistChange,
  pendingChanges,
  showStored,
  storeWishlist,
  toggleWishlist,
} from "./wishlist.ts";

/**
 * Synchronises this tab's wishlist with the account. Changes during a request go out together in the next one; the server's response
 * counts. Other tabs are notified of each change and read again. Guests never load this file.
 */

/** The wishlist as its page shows it; null until it is loaded. */
export interface WishlistPaneState {
  products: readonly ProductSummary[] | null;
  /** The error of the last read. */
  failed: RequestFailed | null;
}
const NOTHING: WishlistPaneState = { products: null, failed: null };
export const wishlistPaneStore = createStore(NOTHING);

/** The server's last response; null before the first. */
let known: readonly string[] | null = null;
/** Whether the server may have changes that were not read yet. */
let stale = false;
let readAt = 0;
/** Views that show the products; without one, ids are enough. */
let panes = 0;
/** Counts customers, so that one customer's responses are not shown to the next. */
let customer = 0;
let following = false;
let running = false;
let news: TabEvent | undefined;
let reportError: (what: string, failed: RequestFailed) => void = () => {};

/**
 * Starts with the logged-in customer's wishlist, and adds the guest wishlist of this browser. Returns how to stop, which empties the
 * wishlist.
 * @param handleError called with a sentence and its error where no view shows the error
 */
export function followWishlist(handleError: (what: string, failed: RequestFailed) => void): () => void {
  following = true;
  reportError = handleError;
  stale = true;
  showStored([]);
  news = subscribeToTabs("wishlist", refreshWishlist, () => readAt);
  const stopStoring = storeWishlist(() => void run());
  refreshWishlist();
  return () => {
    stopStoring();
    news?.stop();
    following = false;
    customer += 1;
    running = false;
    known = null;
    endAllPending();
    showStored([]);
    wishlistPaneStore.set(NOTHING);
  };
}

/** Reads the wishlist again. */
export function refreshWishlist(): void {
  stale = true;
  void adoptGuestWishlist();
  void run();
}

/** Reads again after an error, which is hidden meanwhile. */
export function retryWishlist(): void {
  wishlistPaneStore.set({ ...wishlistPaneStore.get(), failed: null });
  refreshWishlist();
}

/** Reads the products for a view that shows them. Returns how to stop. */
export function watchWishlist(): () => void {
  panes += 1;
  refreshWishlist();
  return () => {
    panes -= 1;
    // The next view starts with a fresh read instead of this list.
    if (panes === 0) wishlistPaneStore.set(NOTHING);
  };
}

/**
 * Turns the guest wishlist into pending changes. Its products leave the browser's storage once the account has responded, so a failed
 * request is repeated at the next read.
 */
async function adoptGuestWishlist(): Promise<void> {
  const ids = following ? readGuestWishlist().filter((id) => !pendingChanges.has(id)) : [];
  if (ids.length === 0) return;
  const failures = await toggleWishlist(ids, true);
  // Products that are no longer sold need no message.
  const error = failures.find(({ code }) => code !== "not_found");
  if (error) reportError("Some products you saved before logging in couldn’t be added to your wishlist.", error);
}

/** Sends and reads, one request at a time, until nothing is left to do. */
async function run(): Promise<void> {
  if (running || !following) return;
  running = true;
  const whose = customer;
  while (whose === customer) {
    if (pendingChanges.size > 0) await sendPending(whose);
    else if (stale) await read(whose);
    else {
      running = false;
      return;
    }
  }
}

async function sendPending(whose: number): Promise<void> {
  const sent: [string, PendingWishlistChange][] = [];
  for (const [id, change] of [...pendingChanges].slice(0, MAX_WISHLIST_ITEMS)) {
    // Another tab, or an earlier click, may already have made the change.
    if (known?.includes(id) === change.inWishlist) {
      clearGuestWishlist([id]);
      endPending(id, change);
    } else sent.push([id, change]);
  }
  if (sent.length === 0) return;
  const idsOf = (inWishlist: boolean) =>
    sent.filter(([, change]) => change.inWishlist === inWishlist).map(([id]) => id);
  // The response includes all changes so far.
  stale = false;
  try {
    const response = await api.changeWishlist({
      body: { add: idsOf(true), remove: idsOf(false) },
      outlivesPage: true,
    });
    if (whose !== customer) return;
    applyResponse(response.productIds);
    clearGuestWishlist(sent.map(([id]) => id));
    news?.notify();
    for (const [id, change] of sent) {
      const missed = response.leftOut.find(({ product_id }) => product_id === id);
      endPending(id, change, missed && leftOut(missed.reason));
    }
  } catch (error) {
    if (whose !== customer) return;
    // The request's outcome is unknown.
    stale = true;
    for (const [id, change] of sent) endPending(id, change, toRequestFailed(error));
  }
}

async function read(whose: number): Promise<void> {
  stale = false;
  const whole = panes > 0;
  try {
    const wishlist = await api.readWishlist({ query: { page: 1, perPage: MAX_WISHLIST_ITEMS, forCount: !whole } });
    if (whose !== customer) return;
    readAt = Date.now();
    wishlistPaneStore.set({ products: whole && panes > 0 ? wishlist.data : null, failed: null });
    applyResponse(wishlist.productIds);
  } catch (error) {
    if (whose !== customer) return;
    const failed = toRequestFailed(error);
    if (panes > 0) wishlistPaneStore.set({ ...wishlistPaneStore.get(), failed });
    else reportError("We couldn’t load your wishlist.", failed);
  }
}

/** Applies the server's ids. Reads the products again if a view lacks some. */
function applyResponse(productIds: readonly string[]): void {
  known = productIds;
  showStored(productIds);
  if (panes === 0) return;
  const { products, failed } = wishlistPaneStore.get();
  const stay = products?.filter(({ _id }) => productIds.includes(_id)) ?? null;
  wishlistPaneStore.set({ products: stay, failed });
  if (stay?.length !== productIds.length) stale = true;
}
