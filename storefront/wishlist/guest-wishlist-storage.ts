import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import { omissionError } from "./omitted.ts";
import { pendingWishlist, type WishlistItem } from "./wishlist.ts";

/**
 * A guest's wishlist: products with their sizes in local storage, the earliest first, shared by all tabs. The key exists only while the
 * wishlist has products, so a visitor who only browses stores nothing.
 */
const KEY = "wishlist";
/** Where the release before stored ids of products only: read, and removed at the next change. */
const OLD_KEY = "hearts";
const ID = /^[0-9]{1,9}$/;
/** The last written value, for a browser that forbids storage. */
let written: readonly WishlistItem[] = [];

/** Stores a guest's wishlist and follows other tabs. Returns a function that stops it; the shown wishlist stays until another replaces it. */
export function followGuestWishlist(): () => void {
  const show = () => showStored(readGuestWishlist());
  const listener = ({ key }: StorageEvent) => {
    if (key === KEY || key === OLD_KEY || key === null) show();
  };
  window.addEventListener("storage", listener);
  show();
  const stopStoring = pendingWishlist.storeBy(storePending);
  return () => {
    window.removeEventListener("storage", listener);
    stopStoring();
  };
}

/** Skips what is no item, in case something else has written to the storage. */
export function readGuestWishlist(): WishlistItem[] {
  const items = new Map<string, WishlistItem>();
  for (const stored of [...readList(OLD_KEY), ...readList(KEY)]) {
    const item = toItem(stored);
    if (item) items.set(item.productId, item);
  }
  return [...items.values()].slice(-MAX_WISHLIST_ITEMS);
}

/** Removes products from the browser's storage, for instance those now stored in the account. */
export function clearGuestWishlist(productIds: readonly string[]): void {
  const stored = readGuestWishlist();
  const rest = stored.filter(({ productId }) => !productIds.includes(productId));
  if (rest.length < stored.length) write(rest);
}

function storePending(): void {
  // Read again, in case another tab has added products.
  const items = new Map(readGuestWishlist().map((item) => [item.productId, item]));
  const pending = [...pendingWishlist.changes];
  const tooMany = new Set<string>();
  for (const [productId, { inWishlist, variantId }] of pending) {
    const known = items.get(productId);
    if (!inWishlist) items.delete(productId);
    else if (known || items.size < MAX_WISHLIST_ITEMS)
      items.set(productId, { productId, variantId: variantId ?? known?.variantId });
    else tooMany.add(productId);
  }
  write([...items.values()]);
  showStored([...items.values()]);
  for (const [id, change] of pending)
    pendingWishlist.end(id, change, tooMany.has(id) ? omissionError("full") : undefined);
}

const showStored = (items: readonly WishlistItem[]) =>
  pendingWishlist.showStored(items.map(({ productId }) => productId));

function toItem(stored: unknown): WishlistItem | null {
  if (isId(stored)) return { productId: stored };
  const { productId, variantId } = (stored ?? {}) as { productId?: unknown; variantId?: unknown };
  if (!isId(productId)) return null;
  return isId(variantId) ? { productId, variantId } : { productId };
}

const isId = (value: unknown): value is string => typeof value === "string" && ID.test(value);

function readList(key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(readKey(key) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function readKey(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return key === KEY ? JSON.stringify(written) : null;
  }
}

function write(items: readonly WishlistItem[]): void {
  written = items;
  try {
    if (items.length > 0) window.localStorage.setItem(KEY, JSON.stringify(items));
    else window.localStorage.removeItem(KEY);
    window.localStorage.removeItem(OLD_KEY);
  } catch {
    // A full or forbidden storage: the wishlist lasts until this page is closed.
  }
}
