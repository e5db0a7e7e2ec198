import { useEffect, useState } from "react";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { api } from "../api/api.ts";
import { type RequestError, toRequestError } from "../api/request.ts";
import { sessionStore } from "../session/session.ts";
import { useStore } from "../shared/store.ts";
import { wishlistStore } from "../wishlist/wishlist.ts";

interface Read {
  products: ProductSummary[] | null;
  /** Requested ids; products that are no longer available are missing from the response. */
  requested: ReadonlySet<string>;
}

/**
 * Loads a guest's saved products, the latest first; null until they are loaded. A product that is removed here stays visible, so that it
 * can be added again; a product that another tab saves is added.
 */
export function useGuestWishlist() {
  const { isLoaded, session } = useStore(sessionStore);
  const saved = useStore(wishlistStore);
  const [{ products, requested }, setRead] = useState<Read>({ products: null, requested: new Set() });
  const [failed, setFailed] = useState<RequestError | null>(null);
  const isGuest = isLoaded && session === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another product is saved
  useEffect(() => {
    if (!isGuest || failed) return;
    // The current ids: the rendered ones may be from before hydration.
    const missing = [...wishlistStore.get()].reverse().filter((id) => !requested.has(id));
    if (missing.length === 0) {
      if (!products) setRead({ products: [], requested });
      return;
    }
    let over = false;
    api.readSavedProducts({ query: { ids: missing } }).then(
      (found) =>
        !over && setRead({ products: [...found, ...(products ?? [])], requested: new Set([...requested, ...missing]) }),
      (error: unknown) => !over && setFailed(toRequestError(error)),
    );
    return () => {
      over = true;
    };
  }, [isGuest, saved, products, requested, failed]);

  return { products, failed, retry: () => setFailed(null) };
}
