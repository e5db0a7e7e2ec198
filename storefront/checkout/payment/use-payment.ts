import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { User } from "../../../contract/accounts/schemas.ts";
import type { InitPaymentBody } from "../../../contract/checkout/schemas.ts";
import { orderPage } from "../../../contract/orders/forms.ts";
import { shopNow } from "../../../contract/shop-clock.ts";
import { api } from "../../api/api.ts";
import { clearGift } from "../../cart/gift.ts";
import { announceAtNextPage } from "../../shared/announcer.tsx";
import type { PaidNavigation } from "../../shared/order/paid-navigation.ts";
import type { CheckoutMemory, OpenPayment } from "../use-checkout-memory.ts";
import { notifyPaid } from "./paid-message.tsx";
import { notPaid, type PaymentProblem, problemOf, reasonUnclear, SCRIPT_MISSING } from "./payment-problem.ts";
import { openPaymentWindow } from "./payment-window.ts";
import { loadRazorpay } from "./razorpay.ts";
import { windowOptions } from "./window-options.ts";

/** The intervals at which the page checks an unclear payment; about ten minutes in all, then the shop's email informs the customer. */
const CHECK_INTERVALS_MS = [2, 3, 5, 8, 13, 20, 30, 45, 60, 60, 60, 60, 60, 60, 60, 60].map(
  (seconds) => seconds * 1000,
);

/** There is no proof of payment yet, and the form is shown. */
export type FormState =
  | { step: "ready"; problem: PaymentProblem | null }
  /** The script is loading and the order is being created. */
  | { step: "opening" }
  /** The window is open. */
  | { step: "paying" }
  /** The window was closed, or the page was left meanwhile: the server is checking the payment. */
  | { step: "checking" };

/** A payment was made, or may have been. */
export type ProgressState = {
  payment: OpenPayment;
} & (
  | { step: "verifying" }
  /** The server could not determine the outcome. */
  | { step: "unclear"; reason: string }
  /** Paid, but not confirmed by the provider yet. */
  | { step: "confirming" }
  /** The payment arrived too late and is refunded. */
  | { step: "refunded" }
);

export type PaymentState = FormState | ProgressState;

interface CheckOptions {
  providerMessage?: string | null;
  isRecheck?: boolean;
  isAutomatic?: boolean;
}

interface PaymentDeps {
  memory: CheckoutMemory;
  /** Why the provider's own page returned here without an order; null if it did not. */
  returned: PaymentProblem | null;
  /** Reads the checkout again. */
  refresh: (options?: { expected?: boolean }) => void;
}

/**
 * Runs a payment from the button to its outcome, one at a time. Whatever fails, no second payment starts automatically: an open payment is
 * first checked on the server, even after a reload.
 */
export function usePayment({ memory, returned, refresh }: PaymentDeps) {
  const { remembered, remember, isCurrent } = memory;
  const navigate = useNavigate();
  const openPayment = remembered.payment;
  const [state, setState] = useState<PaymentState>(
    openPayment ? checkingState(openPayment) : { step: "ready", problem: returned },
  );
  const busy = useRef(false);
  const leave = useRef(new AbortController());

  const end = useCallback(
    (problem: PaymentProblem | null) => {
      remember({ payment: undefined });
      setState({ step: "ready", problem });
    },
    [remember],
  );

  /** Thanks for a confirmed order. */
  const thank = useCallback(
    async (orderNumber: string) => {
      clearGift();
      const state: PaidNavigation = { paidOrder: orderNumber };
      // The home page thanks; on any other page, to which the shopper has gone meanwhile, a toast does.
      if (isCurrent()) {
        announceAtNextPage(`Thank you! Your order ${orderNumber} is confirmed.`);
        await navigate("/", { replace: true, state });
      } else notifyPaid(orderNumber);
      notifyCart();
    },
    [isCurrent, navigate],
  );

  /**
   * Checks a payment's outcome and continues from there.
   * @param providerMessage the provider's message about the last failed attempt
   * @param isRecheck whether it was checked before, so there is no new proof to send
   * @param isAutomatic whether a timer checks: the message stays until the outcome changes
   */
  const checkOutcome = useCallback(
    async (payment: OpenPayment, { providerMessage = null, isRecheck = false, isAutomatic = false }: CheckOptions) => {
      if (!isAutomatic) setState(checkingState(payment));
      const { id, proof } = payment;
      try {
        const { outcome } = await (proof && !isRecheck
          ? api.verifyPayment({ body: proof })
          : api.checkPayment({ body: { razorpay_order_id: id } }));
        if (outcome === "paid") {
          await thank(payment.orderNumber);
        } else if (outcome === "confirming" || outcome === "refunded") {
          if (outcome === "refunded") remember({ payment: undefined });
          setState({ step: outcome, payment });
        } else {
          refresh({ expected: true });
          end(notPaid(outcome, payment.orderNumber, providerMessage));
        }
      } catch (error) {
        setState({ step: "unclear", payment, reason: reasonUnclear(error) });
      }
    },
    [end, refresh, remember, thank],
  );

  /** Runs one operation at a time: a second click meanwhile does nothing. */
  const once = useCallback(async (run: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    await run().finally(() => {
      busy.current = false;
    });
  }, []);

  const pay = (destination: InitPaymentBody, customer: User) =>
    once(async () => {
      setState({ step: "opening" });
      let providerMessage: string | null = null;
      try {
        const settings = await api.readPaymentWindow();
        const Razorpay = await loadRazorpay(settings.script).catch(() => null);
        if (!Razorpay) {
          setState({ step: "ready", problem: SCRIPT_MISSING });
          window.alert("Razorpay SDK failed to load.");
          return;
        }
        const order = await api.initPayment({ body: destination });
        if (!isCurrent()) return;
        const payment = { id: order.id, orderNumber: order.orderNumber };
        remember({ payment });
        setState({ step: "paying" });
        const { signal } = leave.current;
        const proof = await openPaymentWindow(
          Razorpay,
          windowOptions({ settings, order, customer, now: shopNow().getTime() }),
          {
            onFailed: (reason) => (providerMessage = reason),
            signal,
          },
        );
        // The page was left while the window was open; the payment is checked when the page is shown again.
        if (!proof && signal.aborted) return;
        const paid = proof ? { ...payment, proof } : payment;
        remember({ payment: paid });
        await checkOutcome(paid, { providerMessage });
      } catch (error) {
        refresh();
        notifyCart();
        end(problemOf(error));
      }
    });

  /** Places an order for cash on delivery; its page asks for the mailed code. */
  const orderForCash = (body: InitPaymentBody) =>
    once(async () => {
      setState({ step: "opening" });
      try {
        const { orderNumber } = await api.placeCashOrder({ body });
        clearGift();
        if (isCurrent()) await navigate(orderPage(orderNumber));
      } catch (error) {
        refresh();
        notifyCart();
        end(problemOf(error));
      }
    });

  /** Places an order that costs nothing. */
  const orderForFree = (body: InitPaymentBody) =>
    once(async () => {
      setState({ step: "opening" });
      try {
        const { orderNumber } = await api.placeFreeOrder({ body });
        await thank(orderNumber);
      } catch (error) {
        refresh();
        notifyCart();
        end(problemOf(error));
      }
    });

  const checkAgain = () =>
    once(async () => {
      if ("payment" in state) await checkOutcome(state.payment, { isRecheck: true });
    });

  // Checks an unclear payment again at growing intervals.
  const unknown = state.step === "confirming" || state.step === "unclear" ? state.payment : null;
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    const pause = CHECK_INTERVALS_MS[checks];
    if (!unknown || pause === undefined) return;
    const timer = setTimeout(() => {
      setChecks((before) => before + 1);
      void once(() => checkOutcome(unknown, { isRecheck: true, isAutomatic: true }));
    }, pause);
    return () => clearTimeout(timer);
  }, [unknown, checks, once, checkOutcome]);

  // A payment that was open when this page was left or reloaded.
  const first = useRef(openPayment);
  useEffect(() => {
    leave.current = new AbortController();
    const open = first.current;
    if (open) void once(() => checkOutcome(open, {}));
    return () => leave.current.abort();
  }, [once, checkOutcome]);

  return { state, pay, orderForCash, orderForFree, checkAgain };
}

function checkingState(payment: OpenPayment): PaymentState {
  return payment.proof ? { step: "verifying", payment } : { step: "checking" };
}

/** Reads the emptied cart again, here and in the other tabs. */
function notifyCart(): void {
  void import("../../cart/cart-sync.ts").then(({ cartSync }) => cartSync.changedByServer());
}
