import { orderPage } from "../../../../contract/order-forms.ts";
import { asCallFailed, CallFailed } from "../../../api/call.ts";

/** Why there is no payment, and what can be done. */
export interface PaymentProblem {
  message: string;
  /** What is wrong with single products. */
  details?: readonly string[];
  /** Where it can be settled, or looked at. */
  way?: { to: string; words: string };
}

const CART = { to: "/cart", words: "Go to my cart" };
const ORDERS = { to: "/profile?tab=5", words: "Go to My Orders" };

/** The cart is not what it was when it was read; nothing was ordered. */
export const UNSETTLED: PaymentProblem = {
  message: "Something in your cart has changed since. Please look at it before you pay.",
  way: CART,
};

export const SCRIPT_MISSING: PaymentProblem = {
  message:
    "The payment window could not be loaded, so nothing was started. Please check your connection, or whether something blocks razorpay.com, and try again.",
};

/** The provider's own page has led back without a payment. */
export const CAME_BACK_UNPAID: PaymentProblem = {
  message: "The payment did not go through. Proceed opens it again.",
};

/**
 * The window was closed without a payment.
 * @param failure what the provider has said of the last attempt
 */
export function notPaid(outcome: "unpaid" | "expired", orderNumber: string, failure: string | null): PaymentProblem {
  const message = {
    unpaid: "Nothing was charged. Your order waits for you: Proceed opens the payment again.",
    expired: "Nothing was charged, and the time to pay has run out. Proceed makes a new order.",
  }[outcome];
  return {
    message: failure ? `${failure} ${message}` : message,
    ...(outcome === "expired" && { way: { to: orderPage(orderNumber), words: `View order ${orderNumber}` } }),
  };
}

/** A payment that could not be opened. */
export function problemOf(error: unknown): PaymentProblem {
  const failed = asCallFailed(error);
  const errors = failed.failure?.errors ?? [];
  const message = failed.message;
  const details = errors.map((one) => one.message).filter((one) => one !== message);
  return {
    message,
    ...(details.length > 0 && { details }),
    // What waited for its payment is paid, or about to be; otherwise it is the cart that does not fit.
    ...(failed.status === 409 && { way: errors.some(({ field }) => field === "order") ? ORDERS : CART }),
  };
}

/** Why it is not known what became of a payment. */
export function reasonUnclear(error: unknown): string {
  if (!(error instanceof CallFailed)) console.error(error);
  if (error instanceof CallFailed && [0, 400, 404, 503].includes(error.status)) return error.message;
  return "We could not find out about your payment just now.";
}
