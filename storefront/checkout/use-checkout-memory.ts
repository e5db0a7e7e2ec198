import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { AddressBody } from "../../contract/accounts/schemas.ts";
import type { PaymentMethod } from "../../contract/orders/schemas.ts";
import type { RazorpaySuccess } from "./payment/razorpay.ts";

/** A payment whose window was opened and whose outcome is unknown. */
export interface OpenPayment {
  /** The provider's order id. */
  id: string;
  orderNumber: string;
  /** The provider's proof, once paid. */
  proof?: RazorpaySuccess;
}

export interface Remembered {
  /** The number of the unpaid order that was to be completed here. */
  completes?: string;
  /** The delivery address of that order. */
  address?: AddressBody;
  addressId?: string;
  /** Only if it differs from the delivery address. */
  billing?: AddressBody | undefined;
  payment?: OpenPayment | undefined;
  /** The code of the chosen shipping method. */
  shippingMethod?: string;
  paymentMethod?: PaymentMethod;
  /** The number that the courier calls, where neither address nor account has one; as typed. */
  mobile?: string;
  /** Whether the shopper wants updates on the phone. */
  wantsUpdates?: boolean;
}

const NOTHING: Remembered = {};

/**
 * The choices and the open payment, stored in the state of this history entry: they survive a reload and navigation, and end with the tab.
 * The page renders after hydration, so the state is available from the start.
 */
export function useCheckoutMemory() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const ofEntry = (state as { checkout?: Remembered } | null)?.checkout ?? NOTHING;
  // A choice shows at once; the router stores it later.
  const [remembered, setRemembered] = useState(ofEntry);
  const latest = useRef(ofEntry);
  const written = useRef(new WeakSet<Remembered>());
  useEffect(() => {
    if (written.current.has(ofEntry)) return;
    latest.current = ofEntry;
    setRemembered(ofEntry);
  }, [ofEntry]);

  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const remember = useCallback(
    (more: Remembered) => {
      // The current entry belongs to another page.
      if (!isMounted.current) return;
      const all = { ...latest.current, ...more };
      latest.current = all;
      written.current.add(all);
      setRemembered(all);
      void navigate(".", { replace: true, preventScrollReset: true, state: { checkout: all, staysOnPage: true } });
    },
    [navigate],
  );

  /** Whether the page is still shown, to check after an `await`. */
  const isCurrent = useCallback(() => isMounted.current, []);
  return { remembered, remember, isCurrent };
}
export type CheckoutMemory = ReturnType<typeof useCheckoutMemory>;
