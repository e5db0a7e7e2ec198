import { useCallback, useEffect, useRef, useState } from "react";
import type { Address, User } from "../../contract/accounts/schemas.ts";
import type { Checkout } from "../../contract/checkout/schemas.ts";
import type { PaymentMethod } from "../../contract/orders/schemas.ts";
import { isIndianMobile, mobileNumberOf } from "../../contract/written-numbers.ts";
import { api } from "../api/api.ts";
import { type RequestError, toRequestError } from "../api/request.ts";
import { cartStore } from "../cart/cart.ts";
import { cartSync } from "../cart/cart-sync.ts";
import type { GiftDraft } from "../cart/gift.ts";
import { type ItemKey, keyOfProduct } from "../cart/item-key.ts";
import { isSameAddress } from "../shared/address/same-address.ts";
import { createResponseGuard } from "../shared/response-guard.ts";
import { useShop } from "../shared/shop-context.ts";
import { useStore } from "../shared/store.ts";
import { subscribeToTabs } from "../shared/tab-events.ts";
import type { Remembered } from "./use-checkout-memory.ts";

interface Loaded {
  checkout: Checkout;
  /** The choices for which the checkout was read. */
  query: CheckoutQuery;
  /** The checkout before a change that was made elsewhere; null without one. */
  before: Checkout | null;
  addresses: Address[];
  user: User;
}

/** What the amounts depend on besides the cart; empty without an address, or if the shop has nothing to choose. */
interface CheckoutQuery {
  pincode?: string;
  state?: string;
  shipping_method?: string;
  payment_method?: PaymentMethod;
  mobile_no?: string;
  gift_wrap?: true;
  other_receiver?: true;
}

/** Loads the checkout: items, customer and addresses. Follows changes of the cart, also from other tabs. */
export function useCheckout({
  addressId,
  address: ordered,
  shippingMethod,
  paymentMethod,
  mobile,
  gift,
}: Pick<Remembered, "addressId" | "address" | "shippingMethod" | "paymentMethod" | "mobile"> & { gift: GiftDraft }) {
  const { shippingMethods, cashOnDelivery, giftWrap } = useShop();
  const hasMethods = shippingMethods || cashOnDelivery;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState<RequestError | null>(null);
  const inCart = joined(useStore(cartStore).items);

  const queryFor = (addresses: readonly Address[]): CheckoutQuery => {
    const address = chosenAddress(addresses, { addressId, address: ordered });
    const wrapped: CheckoutQuery = gift.isGift && gift.wrap && giftWrap !== null ? { gift_wrap: true } : {};
    if (!hasMethods || !address) return wrapped;
    const { pincode, state } = address;
    // The server knows the account's.
    const number = [address.mobile_no, mobile].find((one) => one && isIndianMobile(one));
    return {
      ...wrapped,
      ...(gift.isGift && gift.toOther && { other_receiver: true }),
      pincode,
      state,
      ...(shippingMethod && { shipping_method: shippingMethod }),
      ...(paymentMethod && { payment_method: paymentMethod }),
      ...(cashOnDelivery && number && { mobile_no: mobileNumberOf(number) }),
    };
  };
  const latestQuery = useRef(queryFor);
  useEffect(() => {
    latestQuery.current = queryFor;
  });

  const load = useCallback(() => {
    setFailed(null);
    const addressesRead = api.listAddresses();
    const checkoutRead = hasMethods
      ? addressesRead.then((addresses) => readCheckout(latestQuery.current(addresses)))
      : readCheckout(latestQuery.current([]));
    Promise.all([checkoutRead, addressesRead, api.readUser()]).then(
      ([{ checkout, query }, addresses, user]) => setLoaded({ checkout, query, addresses, user, before: null }),
      (error: unknown) => setFailed(toRequestError(error)),
    );
  }, [hasMethods]);
  useEffect(load, [load]);

  const addressesNow = useRef<readonly Address[]>([]);
  useEffect(() => {
    addressesNow.current = loaded?.addresses ?? [];
  }, [loaded]);

  const [beginRequest] = useState(createResponseGuard);
  const [unreadQuery, setUnreadQuery] = useState<string | null>(null);
  /**
   * Reads the checkout again. An error leaves it as it is: the server checks before the payment.
   * @param expected whether the shopper has just caused the change by paying
   */
  const refresh = useCallback(
    ({ expected = false } = {}) => {
      const isLatest = beginRequest();
      const query = latestQuery.current(addressesNow.current);
      readCheckout(query).then(
        (read) => isLatest() && setLoaded((before) => before && withCheckout(before, read, expected)),
        () => isLatest() && setUnreadQuery(JSON.stringify(query)),
      );
    },
    [beginRequest],
  );

  const displayed = loaded && joined(loaded.checkout.products.map(({ product }) => keyOfProduct(product)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the cart changes
  useEffect(() => {
    if (displayed !== null && displayed !== inCart) refresh();
  }, [inCart, refresh]);
  const wanted = loaded && JSON.stringify(queryFor(loaded.addresses));
  const isCurrent = wanted === (loaded && JSON.stringify(loaded.query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something else is chosen, or was read
  useEffect(() => {
    setUnreadQuery(null);
    if (!isCurrent) refresh({ expected: true });
  }, [wanted, isCurrent, refresh]);
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

  /** Whether it is being read for what was chosen last; not after an error. */
  const isReading = !isCurrent && wanted !== unreadQuery;
  return { loaded, isCurrent, isReading, failed, load, refresh, addAddress, acknowledgeChanges };
}

/** Keeps the first of several changes: it is what the shopper has seen. */
function withCheckout(loaded: Loaded, { checkout, query }: ReadCheckout, expected: boolean): Loaded {
  return { ...loaded, checkout, query, before: expected ? null : (loaded.before ?? loaded.checkout) };
}

/** Reads the checkout after all pending changes of the cart. */
async function readCheckout(query: CheckoutQuery): Promise<ReadCheckout> {
  await cartSync.changesSettled();
  return { checkout: await api.readCheckout({ query }), query };
}

type ReadCheckout = Pick<Loaded, "checkout" | "query">;

/** Returns the remembered address, else the one of the order to complete, else the first one. */
export const chosenAddress = (
  addresses: readonly Address[],
  { addressId, address }: Pick<Remembered, "addressId" | "address">,
) =>
  addresses.find(({ _id }) => _id === addressId) ??
  addresses.find((one) => address && isSameAddress(one, address)) ??
  addresses[0];

const joined = (items: readonly ItemKey[]) => [...items].sort().join();
