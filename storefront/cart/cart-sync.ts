import type { Cart, CartContents } from "../../contract/cart/schemas.ts";
import { MAX_CART_ITEMS } from "../../contract/limits.ts";
import { api } from "../api/api.ts";
import { type RequestError, toRequestError } from "../api/request.ts";
import { createStore } from "../shared/store.ts";
import { subscribeToTabs, type TabEvent } from "../shared/tab-events.ts";
import { type CartState, cartStore } from "./cart.ts";
import {
  needsRequest,
  type PendingChange,
  pendingItems,
  pendingKeys,
  pendingQuantities,
  pendingSamples,
} from "./cart-changes.ts";
import { type ItemKey, idsOfItem, itemKey } from "./item-key.ts";

/** The cart as its page shows it; null until it is read. */
export interface CartPageState {
  cart: Cart | null;
  /** Why the last read failed. */
  failed: RequestError | null;
  /** Items with a pending change. */
  waiting: ReadonlySet<ItemKey>;
}
const EMPTY_PAGE: CartPageState = { cart: null, failed: null, waiting: new Set() };
export const cartPageStore = createStore(EMPTY_PAGE);

interface Open {
  settle: (failed?: RequestError) => void;
  /** Rejects with the error of a failed change. */
  done: Promise<void>;
  /** Resolves once the change is settled, whether or not it succeeded. */
  settled: Promise<void>;
}
interface OpenChange extends Open {
  change: PendingChange;
  /** Its request, once it is sent. */
  sent?: Promise<CartContents>;
}
interface OpenSamples extends Open {
  ids: readonly string[];
  /** As that of a change. */
  sent?: Promise<unknown>;
}

/** The server's latest response. */
interface ServerCart extends Pick<CartState, "quantities" | "read"> {
  items: readonly ItemKey[];
  cart: Cart | null;
}
const UNREAD: ServerCart = { items: [], quantities: {}, read: false, cart: null };

/**
 * Synchronises this tab's cart with the server. Pending changes show at once and are sent one after another, until the server's response
 * replaces them; those that still wait when the shopper leaves the page are sent then. Other tabs are notified of each change and read again.
 * Guests never load this file.
 */
class CartSync {
  readonly #changes = new Map<ItemKey, OpenChange>();
  /** The change whose request is under way. */
  #sending: [ItemKey, PendingChange] | null = null;
  /** The free samples that the server has not confirmed. */
  #samples: OpenSamples | null = null;
  #server = UNREAD;
  #failed: RequestError | null = null;
  /** Whether the server may have changes that this tab has not read yet. */
  #stale = false;
  #readAt = 0;
  /** Number of views that show the whole cart; without one, items and count are enough. */
  #views = 0;
  /** Increased when a customer logs out, so that one customer's responses are not shown to the next. */
  #generation = 0;
  #following = false;
  #running = false;
  #tabs: TabEvent | undefined;
  #onReadError: (failed: RequestError) => void = () => {};

  /**
   * Starts with the cart of the logged-in customer (S4.29). Returns a function that stops it and empties the cart.
   * @param onReadError called when the cart could not be read and no view shows the error
   */
  follow(onReadError: (failed: RequestError) => void): () => void {
    this.#following = true;
    this.#onReadError = onReadError;
    this.#tabs = subscribeToTabs(
      "cart",
      () => this.refresh(),
      () => this.#readAt,
    );
    window.addEventListener("pagehide", this.#sendAll);
    this.refresh();
    return () => {
      window.removeEventListener("pagehide", this.#sendAll);
      this.#tabs?.stop();
      this.#following = false;
      this.#generation += 1;
      this.#running = false;
      for (const { settle } of this.#open()) settle();
      this.#changes.clear();
      this.#sending = null;
      this.#samples = null;
      this.#server = UNREAD;
      this.#failed = null;
      this.#show();
    };
  }

  /** Reads the cart again. */
  refresh(): void {
    this.#stale = true;
    void this.#run();
  }

  /** Reads again after an error, which is hidden meanwhile. */
  retry(): void {
    this.#failed = null;
    this.#show();
    this.refresh();
  }

  /** Reads again, here and in the other tabs, after the server has changed the cart itself, for example after a payment. */
  changedByServer(): void {
    this.#tabs?.notify();
    this.refresh();
  }

  /** Reads the whole cart for a view that shows it. Returns a function that stops it. */
  watch(): () => void {
    this.#views += 1;
    this.refresh();
    return () => {
      this.#views -= 1;
      // The next view starts with a fresh read instead of this cart.
      if (this.#views === 0) this.#server = { ...this.#server, cart: null };
      this.#show();
    };
  }

  /**
   * Requests a change, replacing a pending one of the same item.
   * @returns resolves when the server has responded, or another change has replaced it
   * @throws RequestError
   */
  request(key: ItemKey, change: PendingChange): Promise<void> {
    this.#changes.get(key)?.settle();
    // Deleted first, so that it comes last.
    this.#changes.delete(key);
    const opened = open();
    this.#changes.set(key, { change, ...opened });
    this.#show();
    void this.#run();
    return opened.done;
  }

  /** Chooses the free samples, in place of a pending choice; as `request`. */
  chooseSamples(variantIds: readonly string[]): Promise<void> {
    this.#samples?.settle();
    const opened = open();
    this.#samples = { ids: variantIds, ...opened };
    this.#show();
    void this.#run();
    return opened.done;
  }

  /** Waits until no change is pending: a cart that is read before may lack the shopper's last change. */
  async changesSettled(): Promise<void> {
    while (this.#open().length > 0) await Promise.all(this.#open().map(({ settled }) => settled));
  }

  #open(): Open[] {
    return [...this.#changes.values(), ...(this.#samples ? [this.#samples] : [])];
  }

  /** Reads and sends, one request at a time, until nothing is left to do. */
  async #run(): Promise<void> {
    if (this.#running || !this.#following) return;
    this.#running = true;
    const generation = this.#generation;
    while (generation === this.#generation) {
      const next = this.#changes.entries().next().value;
      if (this.#stale) await this.#read(generation);
      else if (next) await this.#apply(generation, ...next);
      else if (this.#samples) await this.#applySamples(generation, this.#samples);
      else {
        this.#running = false;
        return;
      }
    }
  }

  /** Sends at once what waits for an earlier request: the page may not come back. */
  readonly #sendAll = () => {
    for (const [key, open] of this.#changes) {
      const [sending, change] = this.#sending ?? [];
      const inCart = sending === key ? change?.kind !== "remove" : this.#server.items.includes(key);
      if (needsRequest(open.change, inCart)) void this.#send(key, open).catch(() => {});
    }
    if (this.#samples) void this.#sendSamples(this.#samples).catch(() => {});
  };

  #send(key: ItemKey, open: OpenChange): Promise<CartContents> {
    open.sent ??= send(key, open.change);
    return open.sent;
  }

  #sendSamples(open: OpenSamples): Promise<unknown> {
    open.sent ??= api.chooseSamples({ body: { variant_ids: [...open.ids] }, outlivesPage: true });
    return open.sent;
  }

  async #apply(generation: number, key: ItemKey, open: OpenChange): Promise<void> {
    let failed: RequestError | undefined;
    if (open.sent || needsRequest(open.change, this.#server.items.includes(key))) {
      this.#sending = [key, open.change];
      try {
        const { quantities } = await this.#send(key, open);
        if (generation !== this.#generation) return;
        this.#server = { ...this.#server, ...itemsOf(quantities) };
        this.#tabs?.notify();
      } catch (error) {
        failed = toRequestError(error);
      }
      if (generation !== this.#generation) return;
      this.#sending = null;
      // The outcome of a failed request is unknown, and only a read returns the amounts that a view shows (S4.35, S4.36).
      if (failed || this.#views > 0) await this.#read(generation);
      if (generation !== this.#generation) return;
    }
    if (this.#changes.get(key) === open) this.#changes.delete(key);
    this.#show();
    // An item that was already removed elsewhere is removed.
    open.settle(open.change.kind === "remove" && failed?.status === 404 ? undefined : failed);
  }

  async #applySamples(generation: number, chosen: OpenSamples): Promise<void> {
    let failed: RequestError | undefined;
    try {
      await this.#sendSamples(chosen);
      if (generation !== this.#generation) return;
      this.#tabs?.notify();
    } catch (error) {
      failed = toRequestError(error);
    }
    if (generation !== this.#generation) return;
    await this.#read(generation);
    if (generation !== this.#generation) return;
    if (this.#samples === chosen) this.#samples = null;
    this.#show();
    chosen.settle(failed);
  }

  async #read(generation: number): Promise<void> {
    this.#stale = false;
    const whole = this.#views > 0;
    try {
      const cart = await api.readCart({ query: { page: 1, perPage: MAX_CART_ITEMS, forCount: !whole } });
      if (generation !== this.#generation) return;
      this.#server = { ...itemsOf(cart.quantities), read: true, cart: whole ? cart : null };
      this.#readAt = Date.now();
      this.#failed = null;
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#failed = toRequestError(error);
      if (this.#views === 0 && this.#changes.size === 0) this.#onReadError(this.#failed);
    }
    this.#show();
  }

  #show(): void {
    const { quantities, read, cart } = this.#server;
    const pending = new Map([...this.#changes].map(([key, { change }]) => [key, change]));
    const items = pendingKeys(this.#server.items, pending);
    cartStore.set({ items, count: items.length, quantities: pendingQuantities(quantities, pending), read });
    cartPageStore.set({
      cart: cart && {
        ...cart,
        data: pendingItems(cart.data, pending),
        samples: pendingSamples(cart.samples, this.#samples?.ids),
      },
      failed: this.#failed,
      waiting: new Set(pending.keys()),
    });
  }
}

export const cartSync = new CartSync();

function open(): Open {
  let settle: Open["settle"] = () => {};
  const done = new Promise<void>((resolve, reject) => {
    settle = (failed) => (failed ? reject(failed) : resolve());
  });
  return { settle, done, settled: done.catch(() => {}) };
}

function send(key: ItemKey, change: PendingChange): Promise<CartContents> {
  const outlivesPage = true;
  const { product_id, ...size } = idsOfItem(key);
  switch (change.kind) {
    case "add":
      return api.addToCart({ body: { product_id, ...size, quantity: change.quantity }, outlivesPage });
    case "quantity":
      return api.changeQuantity({ body: { product_id, ...size, quantity: change.quantity }, outlivesPage });
    case "accept":
      return api.acceptPrice({ params: { product_id }, body: { price: change.price, ...size }, outlivesPage });
    case "remove":
      return api.removeFromCart({ params: { product_id }, query: size, outlivesPage });
  }
}

function itemsOf(quantities: CartContents["quantities"]): Pick<ServerCart, "items" | "quantities"> {
  const entries = quantities.map((item) => [itemKey(item), item.quantity] as const);
  return { items: entries.map(([key]) => key), quantities: Object.fromEntries(entries) };
}
