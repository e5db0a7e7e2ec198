import { useCallback, useEffect, useState } from "react";
import type { Address, User } from "../../contract/accounts/schemas.ts";
import type { Checkout } from "../../contract/checkout/schemas.ts";
import { api } from "../api/api.ts";
import { type RequestFailed, toRequestFailed } from "../api/request.ts";
import { cartStore } from "../cart/cart.ts";
import { cartSync } from "../cart/cart-sync.ts";
import { createLatestOnly } from "../shared/latest-only.ts";
import { useStore } from "../shared/store.ts";
import { subscribeToTabs } from "../shared/tab-events.ts";

interface Loaded {
  checkout: Checkout;
  /** What was shown before something changed that the shopper has not done here; null when nothing has. */
  before: Checkout | null;
  addresses: Address[];
  user: User;
}

/** What is bought, by whom, and where it can go. It follows changes of the cart, in other tabs too. */
export function useCheckout() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState<RequestFailed | null>(null);
  const inCart = idsOf(useStore(cartStore).productIds);

  const load = useCallback(() => {
    setFailed(null);
    Promise.all([readCheckout(), api.listAddresses(), api.readUser()]).then(
      ([checkout, addresses, user]) => setLoaded({ checkout, addresses, user, before: null }),
      (error: unknown) => setFailed(toRequestFailed(error)),
    );
  }, []);
  useEffect(load, [load]);

  /**
   * Reads again what is bought. What is shown stays when it cannot be read: the server has the last word before the payment.
   * @param expected whether the shopper has just changed it by paying, so that it is no news
   */
  const [ask] = useState(createLatestOnly);
  const refresh = useCallback(
    ({ expected = false } = {}) => {
      const counts = ask();
      readCheckout().then(
        (checkout) => counts() && setLoaded((before) => before && withCheckout(before, checkout, expected)),
        () => {},
      );
    },
    [ask],
  );

  const shown = loaded && idsOf(loaded.checkout.products.map(({ product }) => product._id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another cart is news
  useEffect(() => {
    if (shown !== null && shown !== inCart) refresh();
  }, [inCart, refresh]);
  // Other quantities and prices are news too, of another tab at once, of another device when the shopper comes back.
  useEffect(() => {
    const news = subscribeToTabs("cart", refresh, () => 0);
    const cameBack = () => {
      if (document.visibilityState === "visible") refresh();
    };
    document.addEventListener("visibilitychange", cameBack);
    return () => {
      news.stop();
      document.removeEventListener("visibilitychange", cameBack);
    };
  }, [refresh]);

  /** The shopper has seen what has changed. */
  const changesSeen = useCallback(() => setLoaded((before) => before && { ...before, before: null }), []);

  const addAddress = useCallback((address: Address) => {
    // The book answers with the one that it holds where it was there already.
    setLoaded((before) => {
      if (!before || before.addresses.some(({ _id }) => _id === address._id)) return before;
      return { ...before, addresses: [...before.addresses, address] };
    });
  }, []);

  return { loaded, failed, load, refresh, addAddress, changesSeen };
}

/** The first of several changes counts: it is what the shopper has seen. */
function withCheckout(loaded: Loaded, checkout: Checkout, expected: boolean): Loaded {
  return { ...loaded, checkout, before: expected ? null : (loaded.before ?? loaded.checkout) };
}

/** What is bought, with all that was changed in the cart a moment before. */
async function readCheckout(): Promise<Checkout> {
  await cartSync.changesSettled();
  return api.readCheckout();
}

const idsOf = (productIds: readonly string[]) => [...productIds].sort().join();
