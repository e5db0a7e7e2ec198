import { useEffect, useState } from "react";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { sessionStore } from "../account/session.ts";
import { api } from "../api/api.ts";
import { type RequestFailed, toRequestFailed } from "../api/request.ts";
import { useStore } from "../shared/store.ts";
import { wishlistStore } from "./wishlist.ts";

interface Read {
  products: ProductSummary[] | null;
  /** Ids that were asked for; those no longer available are not among the products. */
  asked: ReadonlySet<string>;
}

/**
 * The products that a guest has saved, saved last first; null until they are read. One that loses its heart here stays in sight, so that
 * a slip can be undone; one that is saved in another tab is added.
 */
export function useGuestWishlist() {
  const { known, session } = useStore(sessionStore);
  const hearts = useStore(wishlistStore);
  const [{ products, asked }, setRead] = useState<Read>({ products: null, asked: new Set() });
  const [failed, setFailed] = useState<RequestFailed | null>(null);
  const isGuest = known && session === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when another one is saved
  useEffect(() => {
    if (!isGuest || failed) return;
    // As they are now: what was rendered may be from before the page was alive.
    const missing = [...wishlistStore.get()].reverse().filter((id) => !asked.has(id));
    if (missing.length === 0) {
      if (!products) setRead({ products: [], asked });
      return;
    }
    let over = false;
    api.readSavedProducts({ query: { ids: missing } }).then(
      (found) =>
        !over && setRead({ products: [...found, ...(products ?? [])], asked: new Set([...asked, ...missing]) }),
      (error: unknown) => !over && setFailed(toRequestFailed(error)),
    );
    return () => {
      over = true;
    };
  }, [isGuest, hearts, products, asked, failed]);

  return { products, failed, retry: () => setFailed(null) };
}
