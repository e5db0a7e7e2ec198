import { useCallback, useEffect, useState } from "react";
import type { Address, User } from "../../contract/accounts/schemas.ts";
import type { Checkout } from "../../contract/checkout/schemas.ts";
import { api } from "../api/api.ts";
import { type RequestError, toRequestError } from "../api/request.ts";
import { cartStore } from "../cart/cart.ts";
import { cartSync } from "../cart/cart-sync.ts";
import { createResponseGuard } from "../shared/response-guard.ts";
import { useStore } from "../shared/store.ts";
import { subscribeToTabs } from "../shared/tab-events.ts";

interface Loaded {
  checkout: Checkout;
  /** The checkout before a change that the shopper did not make here; null without one. */
  before: Checkout | null;
  addresses: Address[];
  user: User;
}

/** The checkout: items, customer and addresses. Follows changes of the cart, also from other tabs. */
export function useCheckout() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState<RequestError | null>(null);
  const inCart = idsOf(useStore(cartStore).productIds);

  const load = useCallback(() => {
    setFailed(null);
    Promise.all([readCheckout(), api.listAddresses(), api.readUser()]).then(
      ([checkout, addresses, user]) => setLoaded({ checkout, addresses, user, before: null }),
      (error: unknown) => setFailed(toRequestError(error)),
    );
  }, []);
  useEffect(load, [load]);

  const [beginRequest] = useState(createResponseGuard);
  /**
   * Reads the checkout again. An error leaves it as it is: the server checks before the payment.
   * @param expected whether the shopper has just caused the change by paying
   */
  const refresh = useCallback(
    ({ expected = false } = {}) => {
      const isCurrent = beginRequest();
      readCheckout().then(
        (checkout) => isCurrent() && setLoaded((before) => before && withCheckout(before, checkout, expected)),
        () => {},
      );
    },
    [beginRequest],
  );

  const displayed = loaded && idsOf(loaded.checkout.products.map(({ product }) => product._id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the cart changes
  useEffect(() => {
    if (displayed !== null && displayed !== inCart) refresh();
  }, [inCart, refresh]);
  // Also follows quantities and prices: from another tab at once, from another device when the shopper returns.
  useEffect(() => {
    const subscription = subscribeToTabs("cart", refresh, () => 0);
    const onVisible = () => {
      if (document.visibilityState === "visible") refresh();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      subscription.stop();
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [refresh]);

  /** Call it when the shopper has seen the changes. */
  const acknowledgeChanges = useCallback(() => setLoaded((before) => before && { ...before, before: null }), []);

  const addAddress = useCallback((address: Address) => {
    // The server returns the existing address if it was stored already.
    setLoaded((before) => {
      if (!before || before.addresses.some(({ _id }) => _id === address._id)) return before;
      return { ...before, addresses: [...before.addresses, address] };
    });
  }, []);

  return { loaded, failed, load, refresh, addAddress, acknowledgeChanges };
}

/** Keeps the first of several changes: it is what the shopper has seen. */
function withCheckout(loaded: Loaded, checkout: Checkout, expected: boolean): Loaded {
  return { ...loaded, checkout, before: expected ? null : (loaded.before ?? loaded.checkout) };
}

/** Reads the checkout after all pending changes of the cart. */
async function readCheckout(): Promise<Checkout> {
  await cartSync.changesSettled();
  return api.readCheckout();
}

const idsOf = (productIds: readonly string[]) => [...productIds].sort().join();
