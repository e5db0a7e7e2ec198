import { useCallback, useEffect } from "react";
import { sessionStore } from "../session/session.ts";
import { createStore, useStore } from "../shared/store.ts";

/**
 * Whether the next order is a gift, as chosen in the cart or at checkout. Stored in the tab until the order is placed, so that nothing typed
 * is lost by a reload, and shown only to the customer who chose it.
 */
export interface GiftDraft {
  isGift: boolean;
  message: string;
  wrap: boolean;
  /** Whether another person gets the parcel. */
  toOther: boolean;
  name: string;
  mobile_no: string;
}

const NO_GIFT: GiftDraft = { isGift: false, message: "", wrap: false, toOther: false, name: "", mobile_no: "" };
const KEY = "gift";

interface StoredGift {
  /** The id of the customer who chose it. */
  author: string | null;
  gift: GiftDraft;
}
const giftStore = createStore<StoredGift>({ author: null, gift: NO_GIFT });

/** Returns the gift of the customer's next order, and a function to change it. */
export function useGift(): { gift: GiftDraft; changeGift: (change: Partial<GiftDraft>) => void } {
  const author = useStore(sessionStore).session?._id ?? null;
  const stored = useStore(giftStore);
  useEffect(() => {
    if (giftStore.get().author !== author) giftStore.set({ author, gift: readStored(author) });
  }, [author]);
  const changeGift = useCallback(
    (change: Partial<GiftDraft>) => write({ author, gift: { ...giftOf(giftStore.get(), author), ...change } }),
    [author],
  );
  return { gift: giftOf(stored, author), changeGift };
}

/** Call it when the order is placed. */
export function clearGift(): void {
  write({ author: giftStore.get().author, gift: NO_GIFT });
}

const giftOf = (stored: StoredGift, author: string | null) => (stored.author === author ? stored.gift : NO_GIFT);

function readStored(author: string | null): GiftDraft {
  try {
    const stored: Partial<StoredGift> | null = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return stored?.author === author ? { ...NO_GIFT, ...stored.gift } : NO_GIFT;
  } catch {
    // The browser forbids storage, so the choice lasts only as long as the page.
    return NO_GIFT;
  }
}

function write(stored: StoredGift): void {
  giftStore.set(stored);
  try {
    if (stored.gift === NO_GIFT) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // See readStored.
  }
}
