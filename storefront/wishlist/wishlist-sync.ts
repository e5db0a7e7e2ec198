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
 * Keeps this tab's hearts as the account has them. All that is asked for while a call is under way goes out with the next one, and what
 * the server answers counts. Other tabs are told of each change and read again. Guests never load this file.
 */

/** The wishlist as its pane shows it; null until it is read. */
export interface WishlistPaneState {
  products: readonly ProductSummary[] | null;
  /** Why it could not be read, or not be brought up to date. */
  failed: RequestFailed | null;
}
const NOTHING: WishlistPaneState = { products: null, failed: null };
export const wishlistPaneStore = createStore(NOTHING);

/** What the server has said last; null before it has said anything. */
let known: readonly string[] | null = null;
/** Whether there may be news that were not read yet. */
let stale = false;
let readAt = 0;
/** Panes that show the products; without one, ids are enough. */
let panes = 0;
/** Counts customers, so that what was asked for one is not shown to the next. */
let customer = 0;
let following = false;
let running = false;
let news: TabEvent | undefined;
let tell: (what: string, failed: RequestFailed) => void = () => {};

/**
 * Starts with the logged-in customer's wishlist, and adds the products that this browser has stored for a guest.
 * Returns how to stop, which empties the wishlist.
 * @param hearFailure told what has gone wrong where no screen says so, in a whole sentence
 */
export function followWishlist(handleError: (what: string, failed: RequestFailed) => void): () => void {
  following = true;
  tell = handleError;
  stale = true;
  showStored([]);
  news = subscribeToTabs("wishlist", refreshWishlist, () => readAt);
  const stopKeeping = storeWishlist(() => void run());
  refreshWishlist();
  return () => {
    stopKeeping();
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

/** Reads again what could not be read. While it is tried, it is not said to have failed. */
export function retryWishlist(): void {
  wishlistPaneStore.set({ ...wishlistPaneStore.get(), failed: null });
  refreshWishlist();
}

/** Reads the products for a pane that shows them. Returns how to stop. */
export function watchWishlist(): () => void {
  panes += 1;
  refreshWishlist();
  return () => {
    panes -= 1;
    // The next pane starts with a fresh read instead of this list.
    if (panes === 0) wishlistPaneStore.set(NOTHING);
  };
}

/**
 * Hearts from before the log-in become wishes like any others. They leave the browser's storage once the account has answered, so those
 * of a call that failed are tried again at the next occasion.
 */
async function adoptGuestWishlist(): Promise<void> {
  const hearts = following ? readGuestWishlist().filter((id) => !pendingChanges.has(id)) : [];
  if (hearts.length === 0) return;
  const failures = await toggleWishlist(hearts, true);
  // Products that are no longer sold need no message.
  const errorResponse = failures.find(({ code }) => code !== "not_found");
  if (errorResponse)
    tell("Some products you saved before logging in couldn’t be added to your wishlist.", errorResponse);
}

/** One thing after the other, until there is nothing left to do. */
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
  for (const [id, wish] of [...pendingChanges].slice(0, MAX_WISHLIST_ITEMS)) {
    // Another tab, or a click before this one, may have seen to it.
    if (known?.includes(id) === wish.inWishlist) {
      clearGuestWishlist([id]);
      endPending(id, wish);
    } else sent.push([id, wish]);
  }
  if (sent.length === 0) return;
  const idsOf = (inWishlist: boolean) => sent.filter(([, wish]) => wish.inWishlist === inWishlist).map(([id]) => id);
  // The answer is news enough of all that has happened up to now.
  stale = false;
  try {
    const response = await api.changeWishlist({
      body: { add: idsOf(true), remove: idsOf(false) },
      outlivesPage: true,
    });
    if (whose !== customer) return;
    become(response.productIds);
    clearGuestWishlist(sent.map(([id]) => id));
    news?.tell();
    for (const [id, wish] of sent) {
      const missed = response.leftOut.find(({ product_id }) => product_id === id);
      endPending(id, wish, missed && leftOut(missed.reason));
    }
  } catch (error) {
    if (whose !== customer) return;
    // What came of the call is unknown.
    stale = true;
    for (const [id, wish] of sent) endPending(id, wish, toRequestFailed(error));
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
    become(wishlist.productIds);
  } catch (error) {
    if (whose !== customer) return;
    const failed = toRequestFailed(error);
    if (panes > 0) wishlistPaneStore.set({ ...wishlistPaneStore.get(), failed });
    else tell("We couldn’t load your wishlist.", failed);
  }
}

/** Takes over what the server has said. The pane's products follow; for those that it does not have yet, it is read again. */
function become(productIds: readonly string[]): void {
  known = productIds;
  showStored(productIds);
  if (panes === 0) return;
  const { products, failed } = wishlistPaneStore.get();
  const stay = products?.filter(({ _id }) => productIds.includes(_id)) ?? null;
  wishlistPaneStore.set({ products: stay, failed });
  if (stay?.length !== productIds.length) stale = true;
}
