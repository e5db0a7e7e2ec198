import { answerOf } from "./answers.ts";
import type { Call } from "./call.ts";
import {
  checkout,
  checkPaymentBody,
  initPaymentBody,
  paymentOrder,
  paymentOutcome,
  paymentWindow,
  pincodeParams,
  pincodePlace,
  verifyPaymentBody,
} from "./checkout.ts";

/** The calls about paying for the cart of whoever is logged in. */
export const checkoutCalls = {
  readCheckout: {
    method: "GET",
    path: "/checkout",
    summary: "What would be bought now, with its amounts",
    tag: "Checkout",
    auth: "session",
    answer: answerOf(checkout),
  },
  readPaymentWindow: {
    method: "GET",
    path: "/payment/window",
    summary: "What the payment window is opened with, the order aside",
    tag: "Checkout",
    auth: "session",
    answer: answerOf(paymentWindow),
  },
  initPayment: {
    method: "POST",
    path: "/init/payment",
    summary:
      "Order what is in the cart, hold its stock, and open the payment; the same order again while nothing has changed. 409: the cart has to be settled first, costs something else than `total_price`, or was paid already",
    tag: "Checkout",
    auth: "session",
    body: initPaymentBody,
    refusals: [409],
    answer: answerOf(paymentOrder),
  },
  verifyPayment: {
    method: "POST",
    path: "/verify/payment",
    summary:
      "What the provider gave the browser after the payment; safe to repeat. 400: it is not what the provider signed",
    tag: "Checkout",
    auth: "session",
    body: verifyPaymentBody,
    refusals: [404],
    answer: answerOf(paymentOutcome),
  },
  checkPayment: {
    method: "POST",
    path: "/check/payment",
    summary: "Ask the provider what became of a payment, as when its window was closed",
    tag: "Checkout",
    auth: "session",
    body: checkPaymentBody,
    refusals: [404],
    answer: answerOf(paymentOutcome),
  },
  readPincode: {
    method: "GET",
    path: "/pincode/:pincode",
    summary: "City and state of a pincode, where it is known",
    tag: "Checkout",
    params: pincodeParams,
    maxAge: 24 * 60 * 60,
    answer: answerOf(pincodePlace),
  },
} as const satisfies Record<string, Call>;
