import type { Cart, CartContents } from "../../contract/cart.ts";
import { asCallFailed, type CallFailed } from "../api/call.ts";
import { cartApi } from "../api/cart.ts";
import { type CartState, cartStore } from "./cart.ts";
import { needsCall, type Wish, wishedIds, wishedItems, wishedQuantities } from "./cart-wishes.ts";
import { createStore } from "./store.ts";
import { followNews, type TabNews } from "./tab-news.ts";

/**
 * Keeps this tab's cart true. Wishes show at once; their calls go out one after the other, and what the server answers counts. Other
 * tabs are told of each change and read again. Guests never load this file.
 */

/** The cart as its screen shows it; null until it is read. */
export interface CartScreenState {
  cart: Cart | null;
  /** Why it could not be read, or not be brought up to date. */
  failed: CallFailed | null;
  /** Products whose wish has not been answered. */
  waiting: ReadonlySet<string>;
}
const NOTHING: CartScreenState = { cart: null, failed: null, waiting: new Set() };
export const cartScreenStore = createStore(NOTHING);

interface OpenWish {
  wish: Wish;
  settle: (failed?: CallFailed) => void;
  /** Fulfilled, however it ended, once it is settled. */
  settled: Promise<void>;
}
const wishes = new Map<string, OpenWish>();

/** What the server has said last. */
interface Known extends Pick<CartState, "quantities" | "read"> {
  ids: readonly string[];
  cart: Cart | null;
}
const NOTHING_KNOWN: Known = { ids: [], quantities: {}, read: false, cart: null };
let known = NOTHING_KNOWN;
let failed: CallFailed | null = null;
/** Whether there may be news that were not read yet. */
let stale = false;
let readAt = 0;
/** Screens that show the whole cart; without one, ids and count are enough. */
let screens = 0;
/** Counts customers, so that what was asked for one is not shown to the next. */
let customer = 0;
let following = false;
let running = false;
let news: TabNews | undefined;
let onReadFailure: (failed: CallFailed) => void = () => {};

/**
 * Begins with the cart of whoever is logged in (S4.29). Gives back how to stop, which leaves an empty cart.
 * @param hearReadFailure told when the cart could not be read and no screen says so
 */
export function followCart(hearReadFailure: (failed: CallFailed) => void): () => void {
  following = true;
  onReadFailure = hearReadFailure;
  news = followNews("cart", refreshCart, () => readAt);
  refreshCart();
  return () => {
    news?.stop();
    following = false;
    customer += 1;
    running = false;
    for (const { settle } of wishes.values()) settle();
    wishes.clear();
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
export function wishFor(productId: string, wish: Wish): Promise<void> {
  wishes.get(productId)?.settle();
  // Taken out first, so that it stands last.
  wishes.delete(productId);
  let settle: OpenWish["settle"] = () => {};
  const answered = new Promise<void>((resolve, reject) => {
    settle = (failure) => (failure ? reject(failure) : resolve());
  });
  wishes.set(productId, { wish, settle, settled: answered.catch(() => {}) });
  show();
  void run();
  return answered;
}

/**
 * Waits until everything that was wished for has been answered: what is read of the cart before may not know of it, as when somebody
 * takes one more and goes on to pay at once.
 */
export async function wishesAnswered(): Promise<void> {
  while (wishes.size > 0) await Promise.all([...wishes.values()].map(({ settled }) => settled));
}

/** One thing after the other, until there is nothing left to do. */
async function run(): Promise<void> {
  if (running || !following) return;
  running = true;
  const whose = customer;
  while (whose === customer) {
    const next = wishes.entries().next().value;
    if (stale) await read(whose);
    else if (next) await fulfil(whose, ...next);
    else {
      running = false;
      return;
    }
  }
}

async function fulfil(whose: number, productId: string, open: OpenWish): Promise<void> {
  let failure: CallFailed | undefined;
  if (needsCall(open.wish, known.ids.includes(productId))) {
    try {
      const { productIds, quantities } = await send(productId, open.wish);
      if (whose !== customer) return;
      known = { ...known, ids: productIds, quantities: byProduct(quantities) };
      news?.tell();
    } catch (error) {
      failure = asCallFailed(error);
    }
    if (whose !== customer) return;
    // What came of a call that failed is unknown; a screen shows amounts, which only reading tells (S4.35, S4.36).
    if (failure || screens > 0) await read(whose);
    if (whose !== customer) return;
  }
  if (wishes.get(productId) === open) wishes.delete(productId);
  show();
  // Taken out elsewhere already: that is what was wished for.
  open.settle(open.wish.kind === "remove" && failure?.status === 404 ? undefined : failure);
}

function send(productId: string, wish: Wish): Promise<CartContents> {
  if (wish.kind === "add") return cartApi.add(productId, wish.quantity);
  if (wish.kind === "quantity") return cartApi.changeQuantity(productId, wish.quantity);
  if (wish.kind === "accept") return cartApi.acceptPrice(productId, wish.price);
  return cartApi.remove(productId);
}

async function read(whose: number): Promise<void> {
  stale = false;
  const whole = screens > 0;
  try {
    const cart = await cartApi.read(!whole);
    if (whose !== customer) return;
    known = { ids: cart.productIds, quantities: byProduct(cart.quantities), read: true, cart: whole ? cart : null };
    readAt = Date.now();
    failed = null;
  } catch (error) {
    if (whose !== customer) return;
    failed = asCallFailed(error);
    if (screens === 0 && wishes.size === 0) onReadFailure(failed);
  }
  show();
}

function byProduct(quantities: CartContents["quantities"]): Known["quantities"] {
  return Object.fromEntries(quantities.map(({ product_id, quantity }) => [product_id, quantity]));
}

function show(): void {
  const wished = new Map([...wishes].map(([id, { wish }]) => [id, wish]));
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
