import { useEffect, useState } from "react";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import type { SavedSize } from "../../contract/wishlist/schemas.ts";
import { api } from "../api/api.ts";
import { type RequestError, toRequestError } from "../api/request.ts";
import { sessionStore } from "../session/session.ts";
import { useStore } from "../shared/store.ts";
import { readGuestWishlist } from "../wishlist/guest-wishlist-storage.ts";
import { wishlistStore } from "../wishlist/wishlist.ts";

interface Read {
  products: ProductSummary[] | null;
  /** Those that products were saved in. */
  sizes: readonly SavedSize[];
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
  const [{ products, sizes, requested }, setRead] = useState<Read>({
    products: null,
    sizes: [],
    requested: new Set(),
  });
  const [failed, setFailed] = useState<RequestError | null>(null);
  const isGuest = isLoaded && session === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another product is saved
  useEffect(() => {
    if (!isGuest || failed) return;
    // The current ids: the rendered ones may be from before hydration.
    const missing = [...wishlistStore.get()].reverse().filter((id) => !requested.has(id));
    if (missing.length === 0) {
      if (!products) setRead({ products: [], sizes, requested });
      return;
    }
    let over = false;
    Promise.all([api.readSavedProducts({ query: { ids: missing } }), readSizes(missing)]).then(
      ([found, savedIn]) =>
        !over &&
        setRead({
          products: [...found, ...(products ?? [])],
          sizes: [...savedIn, ...sizes],
          requested: new Set([...requested, ...missing]),
        }),
      (error: unknown) => !over && setFailed(toRequestError(error)),
    );
    return () => {
      over = true;
    };
  }, [isGuest, saved, products, sizes, requested, failed]);

  return { products, sizes, failed, retry: () => setFailed(null) };
}

/** Reads the sizes that these products were saved in. */
async function readSizes(productIds: readonly string[]): Promise<readonly SavedSize[]> {
  const saved = readGuestWishlist().filter(({ productId }) => productIds.includes(productId));
  const ids = saved.flatMap(({ variantId }) => variantId ?? []);
  return ids.length === 0 ? [] : api.readSavedSizes({ query: { ids } });
}
