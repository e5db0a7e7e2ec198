import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { checkoutRoutes } from "./routes.ts";
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
} from "./schemas.ts";

/** Endpoints of the logged-in customer's checkout. */
export const checkoutEndpoints = {
  readCheckout: {
    ...checkoutRoutes.readCheckout,
    summary: "What would be bought now, with its amounts",
    tag: "Checkout",
    auth: "session",
    response: responseOf(checkout),
  },
  readPaymentWindow: {
    ...checkoutRoutes.readPaymentWindow,
    summary: "What the payment window is opened with, the order aside",
    tag: "Checkout",
    auth: "session",
    response: responseOf(paymentWindow),
  },
  initPayment: {
    ...checkoutRoutes.initPayment,
    summary:
      "Order what is in the cart, hold its stock, and open the payment; the same order again while nothing has changed. 409: the cart has to be settled first, costs something else than `total_price`, or was paid already",
    tag: "Checkout",
    auth: "session",
    body: initPaymentBody,
    errorStatuses: [409],
    response: responseOf(paymentOrder),
  },
  verifyPayment: {
    ...checkoutRoutes.verifyPayment,
    summary:
      "What the provider gave the browser after the payment; safe to repeat. 400: it is not what the provider signed",
    tag: "Checkout",
    auth: "session",
    body: verifyPaymentBody,
    errorStatuses: [404],
    response: responseOf(paymentOutcome),
  },
  checkPayment: {
    ...checkoutRoutes.checkPayment,
    summary: "Ask the provider what became of a payment, as when its window was closed",
    tag: "Checkout",
    auth: "session",
    body: checkPaymentBody,
    errorStatuses: [404],
    response: responseOf(paymentOutcome),
  },
  readPincode: {
    ...checkoutRoutes.readPincode,
    summary: "City and state of a pincode, where it is known",
    tag: "Checkout",
    public: true,
    params: pincodeParams,
    maxAge: 24 * 60 * 60,
    response: responseOf(pincodePlace),
  },
} as const satisfies Record<string, Endpoint>;
