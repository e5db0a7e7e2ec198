import { useCallback, useEffect, useRef, useState } from "react";
import type { CashOrder } from "../../contract/checkout/schemas.ts";
import type { DraftOrder } from "../../contract/draft-orders/schemas.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { api } from "../api/api.ts";
import { toRequestError } from "../api/request.ts";
import { type PaymentProblem, SCRIPT_MISSING } from "../checkout/payment/payment-problem.ts";
import { openPaymentWindow } from "../checkout/payment/payment-window.ts";
import { loadRazorpay, type RazorpaySuccess } from "../checkout/payment/razorpay.ts";
import { windowOptions } from "../checkout/payment/window-options.ts";
import { purchaseConsent } from "../shared/measurement-answer.ts";
import { useShop } from "../shared/shop-context.ts";

export type DraftOrderPayment =
  | { step: "ready"; problem: PaymentProblem | null }
  /** The order is being created, the window is open, or the payment is being checked. */
  | { step: "paying" }
  /** The order is paid, or may be: the provider has not confirmed it. */
  | { step: "unclear" }
  /** The order for cash on delivery waits for the mailed code. */
  | { step: "code"; order: CashOrder; sentAt: number };

/** A payment in a window that was opened before the order changed. */
const REFUNDED = "This order changed before you paid, so we’re refunding your payment. Please check it again.";

interface DraftOrderPaymentDeps {
  token: string;
  draft: DraftOrder;
  refresh: () => void;
}

/** Runs the payment of a draft order, from its button to its outcome. A payment whose outcome is unknown is checked, never repeated. */
export function useDraftOrderPayment({ token, draft, refresh }: DraftOrderPaymentDeps) {
  const [state, setState] = useState<DraftOrderPayment>({ step: "ready", problem: null });
  const open = useRef<{ id: string; proof: RazorpaySuccess | null } | null>(null);
  const leave = useRef(new AbortController());
  const { measurement } = useShop();
  /** What was answered elsewhere in the shop: a payment link asks nothing. */
  const consent = () => {
    const given = purchaseConsent(measurement);
    return given && { measurement: given };
  };
  useEffect(() => {
    leave.current = new AbortController();
    return () => leave.current.abort();
  }, []);

  const check = useCallback(
    async (providerMessage: string | null) => {
      if (!open.current) return;
      const { id, proof } = open.current;
      const params = { token };
      try {
        const { outcome } = await (proof
          ? api.verifyDraftOrderPayment({ params, body: proof })
          : api.checkDraftOrderPayment({ params, body: { razorpay_order_id: id } }));
        if (outcome === "confirming") return setState({ step: "unclear" });
        if (outcome === "refunded") setState({ step: "ready", problem: { message: REFUNDED } });
        if (outcome === "paid" || outcome === "refunded") return refresh();
        const message = `${providerMessage ?? "You haven’t been charged."} Please press Pay to try again.`;
        setState({ step: "ready", problem: { message } });
      } catch {
        setState({ step: "unclear" });
      }
    },
    [token, refresh],
  );

  async function placeForCash(totalPrice: number): Promise<void> {
    setState({ step: "paying" });
    try {
      const order = await api.placeCashDraftOrder({
        params: { token },
        body: { total_price: totalPrice, ...consent() },
      });
      setState({ step: "code", order, sentAt: shopNow().getTime() });
    } catch (error) {
      setState({ step: "ready", problem: { message: toRequestError(error).message } });
      refresh();
    }
  }

  async function confirmCash(code: string): Promise<void> {
    await api.confirmCashDraftOrder({ params: { token }, body: { code } }).catch((error: unknown) => {
      // It has changed meanwhile: in another tab, by its assistant, or because it was not confirmed in time.
      if (toRequestError(error).code !== "wrong_order_state") throw error;
      setState({ step: "ready", problem: { message: toRequestError(error).message } });
    });
    refresh();
  }

  async function placeFree(): Promise<void> {
    setState({ step: "paying" });
    try {
      await api.placeFreeDraftOrder({ params: { token }, body: { total_price: 0, ...consent() } });
    } catch (error) {
      setState({ step: "ready", problem: { message: toRequestError(error).message } });
    }
    refresh();
  }

  async function pay(): Promise<void> {
    if (draft.totalPrice === 0) return placeFree();
    setState({ step: "paying" });
    let providerMessage: string | null = null;
    try {
      const settings = await api.readDraftOrderWindow({ params: { token } });
      const Razorpay = await loadRazorpay(settings.script).catch(() => null);
      if (!Razorpay) return setState({ step: "ready", problem: SCRIPT_MISSING });
      const order = await api.payDraftOrder({
        params: { token },
        body: { total_price: draft.totalPrice, ...consent() },
      });
      const { customer } = draft;
      const { signal } = leave.current;
      const proof = await openPaymentWindow(
        Razorpay,
        windowOptions({ settings, order, customer, now: shopNow().getTime() }),
        {
          onFailed: (reason) => (providerMessage = reason),
          signal,
        },
      );
      if (!proof && signal.aborted) return;
      open.current = { id: order.id, proof };
    } catch (error) {
      setState({ step: "ready", problem: { message: toRequestError(error).message } });
      // Shows what has changed.
      return refresh();
    }
    await check(providerMessage);
  }

  return {
    state,
    pay: () => void pay(),
    orderForCash: (totalPrice: number) => void placeForCash(totalPrice),
    confirmCash,
    resendCode: async (by: "phone" | "email") => {
      const order = await api.resendCashDraftOrderCode({ params: { token }, query: { by } });
      setState({ step: "code", order, sentAt: shopNow().getTime() });
    },
    checkAgain: useCallback(() => void check(null), [check]),
  };
}
