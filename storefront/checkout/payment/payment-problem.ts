import { orderPage, type PaymentReturn } from "../../../contract/orders/forms.ts";
import { RequestError, toRequestError } from "../../api/request.ts";

/** Why no payment was made, and what to do. */
export interface PaymentProblem {
  message: string;
  /** Problems of single products. */
  details?: readonly string[];
  /** A link to resolve it. */
  action?: { to: string; label: string };
}

const CART = { to: "/cart", label: "Go to cart" };
const ADDRESSES = { to: "/profile", label: "Edit your addresses" };
const PROFILE = { to: "/profile", label: "Edit your profile" };
const ORDERS = { to: "/profile?tab=5", label: "Go to My Orders" };

/** The cart has changed since it was read; nothing was ordered. */
export const CART_CHANGED: PaymentProblem = {
  message: "Something in your cart has changed. Please review it before you pay.",
  action: CART,
};

/** The button that orders what is shown. */
export const buttonFor = (total: number) => (total === 0 ? "Place order" : "Proceed");

/**
 * The checkout has changed since it was shown; nothing was ordered.
 * @param changes one sentence each
 * @param button that orders it now
 */
export const changedProblem = (changes: readonly string[], button: string): PaymentProblem => ({
  message: `Your cart has changed. You haven’t been charged. Please check it, then press ${button}.`,
  details: changes,
  action: CART,
});

/** The choices have another total than was shown; nothing was ordered. @param total with its currency @param button that orders them now */
export const newTotalProblem = (total: string, button: string): PaymentProblem => ({
  message: `The total for your choices is ${total}. You haven’t been charged. Press ${button} to order.`,
});

export const SCRIPT_MISSING: PaymentProblem = {
  message:
    "We couldn’t open the payment window, so no payment was started. Please check your connection, or whether something is blocking razorpay.com, and try again.",
};

const RETURNED: Record<PaymentReturn, PaymentProblem> = {
  failed: { message: "The payment didn’t go through. Press Proceed to try again." },
  unclear: {
    message:
      "We couldn’t check your payment just now. If you’ve been charged, your order will be in My Orders within a few minutes, and we’ll email you. If it isn’t, please write to us.",
    action: ORDERS,
  },
};

/** Returns the problem with which the provider's own page came back; null without one. @param payment from the page's address */
export const returnedProblem = (payment: string | null): PaymentProblem | null =>
  payment === "failed" || payment === "unclear" ? RETURNED[payment] : null;

/**
 * The payment window was closed without a payment.
 * @param providerMessage the provider's message about the last attempt
 */
export function notPaid(
  outcome: "unpaid" | "expired",
  orderNumber: string,
  providerMessage: string | null,
): PaymentProblem {
  const next = {
    unpaid: "Your order is saved. Press Proceed to try the payment again.",
    expired: "The time to pay has run out. Press Proceed to place the order again.",
  }[outcome];
  return {
    // The provider's message may be about money that the bank has blocked, and ours must not contradict it.
    message: `${providerMessage ?? "You haven’t been charged."} ${next}`,
    ...(outcome === "expired" && { action: { to: orderPage(orderNumber), label: `View order ${orderNumber}` } }),
  };
}

/** Returns the problem of a payment that could not be opened. */
export function problemOf(error: unknown): PaymentProblem {
  const failed = toRequestError(error);
  const { message } = failed;
  const details = (failed.errorResponse?.errors ?? []).map((one) => one.message).filter((one) => one !== message);
  const action = actionFor(failed.code);
  return { message, ...(details.length > 0 && { details }), ...(action && { action }) };
}

function actionFor(code: RequestError["code"]): PaymentProblem["action"] {
  switch (code) {
    case "already_paid":
    case "payment_confirming":
      return ORDERS;
    case "letters_not_printable":
      return PROFILE;
    case "state_differs":
    case "state_unknown":
      return ADDRESSES;
    case "cart_changed":
    case "offer_ended":
    case "samples_not_available":
    case "price_changed":
    case "payment_in_progress":
      return CART;
    default:
      return undefined;
  }
}

/** Returns why a payment's outcome is unknown. */
export function reasonUnclear(error: unknown): string {
  if (!(error instanceof RequestError)) console.error(error);
  if (error instanceof RequestError && [0, 400, 404, 503].includes(error.status)) return error.message;
  return "We couldn’t check your payment just now.";
}
