import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import { omissionError } from "./omitted.ts";
import { pendingWishlist } from "./wishlist.ts";

/**
 * A guest's wishlist: ids in local storage, the earliest first, shared by all tabs. The key exists only while the wishlist has products, so
 * a visitor who only browses stores nothing.
 */
const KEY = "wishlist";
/** The key of the release before, still read for one release. */
const FORMER_KEY = "hearts";
const PRODUCT_ID = /^[0-9]{1,9}$/;
/** The last written value, for a browser that forbids storage. */
let written: readonly string[] = [];

/** Stores a guest's wishlist and follows other tabs. Returns a function that stops it; the shown wishlist stays until another replaces it. */
export function followGuestWishlist(): () => void {
  const show = () => pendingWishlist.showStored(readGuestWishlist());
  const listener = ({ key }: StorageEvent) => {
    if (key === KEY || key === FORMER_KEY || key === null) show();
  };
  window.addEventListener("storage", listener);
  show();
  const stopStoring = pendingWishlist.storeBy(storePending);
  return () => {
    window.removeEventListener("storage", listener);
    stopStoring();
  };
}

/** Skips invalid ids, in case something else has written to the storage. */
export function readGuestWishlist(): string[] {
  // A tab of the release before may have added products under its key.
  const ids = [FORMER_KEY, KEY].flatMap(readIds);
  return [...new Set(ids)].slice(-MAX_WISHLIST_ITEMS);
}

function readIds(key: string): string[] {
  let stored: unknown;
  try {
    stored = JSON.parse(readKey(key) ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored.filter((id): id is string => typeof id === "string" && PRODUCT_ID.test(id));
}

/** Removes products from the browser's storage, for instance those now stored in the account. */
export function clearGuestWishlist(productIds: readonly string[]): void {
  const stored = readGuestWishlist();
  if (stored.some((id) => productIds.includes(id))) write(stored.filter((id) => !productIds.includes(id)));
}

function storePending(): void {
  // Read again, in case another tab has added products.
  const ids = new Set(readGuestWishlist());
  const pending = [...pendingWishlist.changes];
  const tooMany = new Set<string>();
  for (const [id, { inWishlist }] of pending) {
    if (!inWishlist) ids.delete(id);
    else if (ids.size < MAX_WISHLIST_ITEMS) ids.add(id);
    else if (!ids.has(id)) tooMany.add(id);
  }
  write([...ids]);
  pendingWishlist.showStored([...ids]);
  for (const [id, change] of pending)
    pendingWishlist.end(id, change, tooMany.has(id) ? omissionError("full") : undefined);
}

function readKey(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return JSON.stringify(written);
  }
}

function write(productIds: readonly string[]): void {
  written = productIds;
  try {
    window.localStorage.removeItem(FORMER_KEY);
    if (productIds.length > 0) window.localStorage.setItem(KEY, JSON.stringify(productIds));
    else window.localStorage.removeItem(KEY);
  } catch {
    // A full or forbidden storage: the wishlist lasts until this page is closed.
  }
}
