import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { AddressBody } from "../../contract/accounts/schemas.ts";
import type { RazorpaySuccess } from "./payment/razorpay.ts";

/** A payment whose window was opened and whose end is not known. */
export interface OpenPayment {
  /** The provider's order. */
  id: string;
  orderNumber: string;
  /** What the provider gave for it, once it was paid. */
  proof?: RazorpaySuccess;
}

interface Remembered {
  addressId?: string;
  /** Only where it is another than that of delivery. */
  billing?: AddressBody | undefined;
  payment?: OpenPayment | undefined;
}

const NOTHING: Remembered = {};

/**
 * What was chosen here and which payment is open, kept with this entry of the browser's history: a reload and the way back and forth
 * lose nothing, and it is gone with the tab. The screen is shown after the page is alive, so it can be read from the first moment on.
 */
export function useCheckoutMemory() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const ofEntry = (state as { checkout?: Remembered } | null)?.checkout ?? NOTHING;
  // A choice shows at once; the history follows as soon as the router gets to it.
  const [remembered, setRemembered] = useState(ofEntry);
  const latest = useRef(ofEntry);
  const written = useRef(new WeakSet<Remembered>());
  useEffect(() => {
    if (written.current.has(ofEntry)) return;
    latest.current = ofEntry;
    setRemembered(ofEntry);
  }, [ofEntry]);

  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const remember = useCallback(
    (more: Remembered) => {
      // The entry of another screen is none of ours.
      if (!here.current) return;
      const all = { ...latest.current, ...more };
      latest.current = all;
      written.current.add(all);
      setRemembered(all);
      void navigate(".", { replace: true, preventScrollReset: true, state: { checkout: all, keepsPlace: true } });
    },
    [navigate],
  );

  /** Whether the screen is still there, for what comes after a wait. */
  const isHere = useCallback(() => here.current, []);
  return { remembered, remember, isHere };
}
export type CheckoutMemory = ReturnType<typeof useCheckoutMemory>;
