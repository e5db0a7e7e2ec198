import type { Cart, CartContents } from "../../contract/cart/schemas.ts";
import { MAX_CART_ITEMS } from "../../contract/limits.ts";
import { api } from "../api/api.ts";
import { type RequestFailed, toRequestFailed } from "../api/request.ts";
import { createStore } from "../shared/store.ts";
import { subscribeToTabs, type TabEvent } from "../shared/tab-events.ts";
import { type CartState, cartStore } from "./cart.ts";
import { needsRequest, type PendingChange, wishedIds, wishedItems, wishedQuantities } from "./cart-changes.ts";

/**
 * Keeps this tab's cart true. Wishes show at once; their calls go out one after the other, and what the server answers counts. Other
 * tabs are told of each change and read again. Guests never load this file.
 */

/** The cart as its screen shows it; null until it is read. */
export interface CartScreenState {
  cart: Cart | null;
  /** Why it could not be read, or not be brought up to date. */
  failed: RequestFailed | null;
  /** Products whose wish has not been answered. */
  waiting: ReadonlySet<string>;
}
const NOTHING: CartScreenState = { cart: null, failed: null, waiting: new Set() };
export const cartScreenStore = createStore(NOTHING);

interface OpenChange {
  change: PendingChange;
  settle: (failed?: RequestFailed) => void;
  /** Fulfilled, however it ended, once it is settled. */
  settled: Promise<void>;
}
const changes = new Map<string, OpenChange>();

/** What the server has said last. */
interface Known extends Pick<CartState, "quantities" | "read"> {
  ids: readonly string[];
  cart: Cart | null;
}
const NOTHING_KNOWN: Known = { ids: [], quantities: {}, read: false, cart: null };
let known = NOTHING_KNOWN;
let failed: RequestFailed | null = null;
/** Whether there may be news that were not read yet. */
let stale = false;
let readAt = 0;
/** Screens that show the whole cart; without one, ids and count are enough. */
let screens = 0;
/** Counts customers, so that what was asked for one is not shown to the next. */
let customer = 0;
let following = false;
let running = false;
let news: TabEvent | undefined;
let onReadError: (failed: RequestFailed) => void = () => {};

/**
 * Begins with the cart of whoever is logged in. Gives back how to stop, which leaves an empty cart.
 * @param hearReadFailure told when the cart could not be read and no screen says so
 */
export function followCart(handleReadError: (failed: RequestFailed) => void): () => void {
  following = true;
  onReadError = handleReadError;
  news = subscribeToTabs("cart", refreshCart, () => readAt);
  refreshCart();
  return () => {
    news?.stop();
    following = false;
    customer += 1;
    running = false;
    for (const { settle } of changes.values()) settle();
    changes.clear();
    known = NOTHING_KNOWN;
    failed = null;
    show();
  };
}

/** Reads the cart again. */
export function refreshCart(): void {
  stale = true;
  void run();
}

/** Reads again what could not be read. While it is tried, it is not said to have failed. */
export function retryCart(): void {
  failed = null;
  show();
  refreshCart();
}

/** The server has changed the cart by itself, as when it was paid for: it is read again, here and in the other tabs. */
export function cartChangedByServer(): void {
  news?.tell();
  refreshCart();
}

/** A screen shows the whole cart, read anew. Gives back how to stop. */
export function watchCart(): () => void {
  screens += 1;
  refreshCart();
  return () => {
    screens -= 1;
    // Whoever opens it next sees it read anew, and not this one first.
    if (screens === 0) known = { ...known, cart: null };
    show();
  };
}

/**
 * Asks for something, in place of what was asked for the same product before.
 * @returns settled when the server has answered, or when another wish took its place
 * @throws CallFailed
 */
export function requestChange(productId: string, change: PendingChange): Promise<void> {
  changes.get(productId)?.settle();
  // Taken out first, so that it stands last.
  changes.delete(productId);
  let settle: OpenChange["settle"] = () => {};
  const answered = new Promise<void>((resolve, reject) => {
    settle = (errorResponse) => (errorResponse ? reject(errorResponse) : resolve());
  });
  changes.set(productId, { change, settle, settled: answered.catch(() => {}) });
  show();
  void run();
  return answered;
}

/**
 * Waits until everything that was wished for has been answered: what is read of the cart before may not know of it, as when somebody
 * takes one more and goes on to pay at once.
 */
export async function changesConfirmed(): Promise<void> {
  while (changes.size > 0) await Promise.all([...changes.values()].map(({ settled }) => settled));
}

/** One thing after the other, until there is nothing left to do. */
async function run(): Promise<void> {
  if (running || !following) return;
  running = true;
  const whose = customer;
  while (whose === customer) {
    const next = changes.entries().next().value;
    if (stale) await read(whose);
    else if (next) await fulfil(whose, ...next);
    else {
      running = false;
      return;
    }
  }
}

async function fulfil(whose: number, productId: string, open: OpenChange): Promise<void> {
  let errorResponse: RequestFailed | undefined;
  if (needsRequest(open.change, known.ids.includes(productId))) {
    try {
      const { productIds, quantities } = await send(productId, open.change);
      if (whose !== customer) return;
      known = { ...known, ids: productIds, quantities: byProduct(quantities) };
      news?.tell();
    } catch (error) {
      errorResponse = toRequestFailed(error);
    }
    if (whose !== customer) return;
    // What came of a call that failed is unknown; a screen shows amounts, which only reading tells.
    if (errorResponse || screens > 0) await read(whose);
    if (whose !== customer) return;
  }
  if (changes.get(productId) === open) changes.delete(productId);
  show();
  // Taken out elsewhere already: that is what was wished for.
  open.settle(open.change.kind === "remove" && errorResponse?.code === "not_found" ? undefined : errorResponse);
}

function send(product_id: string, change: PendingChange): Promise<CartContents> {
  if (change.kind === "add")
    return api.addToCart({ body: { product_id, quantity: change.quantity }, outlivesPage: true });
  if (change.kind === "quantity")
    return api.changeQuantity({ body: { product_id, quantity: change.quantity }, outlivesPage: true });
  if (change.kind === "accept")
    return api.acceptPrice({ params: { product_id }, body: { price: change.price }, outlivesPage: true });
  return api.removeFromCart({ params: { product_id }, outlivesPage: true });
}

async function read(whose: number): Promise<void> {
  stale = false;
  const whole = screens > 0;
  try {
    const cart = await api.readCart({ query: { page: 1, perPage: MAX_CART_ITEMS, forCount: !whole } });
    if (whose !== customer) return;
    known = { ids: cart.productIds, quantities: byProduct(cart.quantities), read: true, cart: whole ? cart : null };
    readAt = Date.now();
    failed = null;
  } catch (error) {
    if (whose !== customer) return;
    failed = toRequestFailed(error);
    if (screens === 0 && changes.size === 0) onReadError(failed);
  }
  show();
}

function byProduct(quantities: CartContents["quantities"]): Known["quantities"] {
  return Object.fromEntries(quantities.map(({ product_id, quantity }) => [product_id, quantity]));
}

function show(): void {
  const wished = new Map([...changes].map(([id, { change }]) => [id, change]));
  const productIds = wishedIds(known.ids, wished);
  const quantities = wishedQuantities(known.quantities, wished);
  cartStore.set({ productIds, count: productIds.length, quantities, read: known.read });
  const { cart } = known;
  cartScreenStore.set({
    cart: cart && { ...cart, data: wishedItems(cart.data, wished) },
    failed,
    waiting: new Set(wished.keys()),
  });
}
