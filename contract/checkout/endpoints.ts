import type { Endpoint } from "../endpoint.ts";
import { byOrderNumber, orderDetail } from "../orders/schemas.ts";
import { responseOf } from "../responses.ts";
import { checkoutRoutes } from "./routes.ts";
import {
  cashOrder,
  checkout,
  checkoutQuery,
  checkPaymentBody,
  confirmCashOrderBody,
  freeOrder,
  initPaymentBody,
  payLink,
  paymentOrder,
  paymentOutcome,
  paymentWindow,
  resendCodeQuery,
  verifyPaymentBody,
} from "./schemas.ts";

/** Endpoints of the logged-in customer's checkout. */
export const checkoutEndpoints = {
  readCheckout: {
    ...checkoutRoutes.readCheckout,
    summary: "The items and amounts of an order placed now; with a pincode also its shipping methods",
    tag: "Checkout",
    auth: "session",
    query: checkoutQuery,
    response: responseOf(checkout),
  },
  readPaymentWindow: {
    ...checkoutRoutes.readPaymentWindow,
    summary: "The payment window's data besides the order",
    tag: "Checkout",
    auth: "session",
    response: responseOf(paymentWindow),
  },
  initPayment: {
    ...checkoutRoutes.initPayment,
    repeat: "state",
    summary:
      "Order the cart's items, reserve their stock, and open the payment; returns the same order while nothing has changed. 409: the cart is not payable, its total differs from `total_price`, it is paid already, or the shop does not deliver there by that method. 409 `order_is_free`: it costs nothing, so there is no payment to open; `POST free-order` places it",
    tag: "Checkout",
    auth: "session",
    body: initPaymentBody,
    errorStatuses: [409, 429],
    response: responseOf(paymentOrder),
  },
  placeFreeOrder: {
    ...checkoutRoutes.placeFreeOrder,
    repeat: "state",
    summary:
      "Order the cart's items if they cost nothing: the order is confirmed at once, without a payment. Repeated, it returns the same order. 409: as for the payment, or the order costs something",
    tag: "Checkout",
    auth: "session",
    body: initPaymentBody,
    errorStatuses: [409],
    response: responseOf(freeOrder),
  },
  verifyPayment: {
    ...checkoutRoutes.verifyPayment,
    repeat: "state",
    summary: "Verify the provider's proof of a payment; idempotent. 400: the provider did not sign it",
    tag: "Checkout",
    auth: "session",
    body: verifyPaymentBody,
    errorStatuses: [404],
    response: responseOf(paymentOutcome),
  },
  checkPayment: {
    ...checkoutRoutes.checkPayment,
    repeat: "state",
    summary: "Check a payment with the provider, for instance after its window was closed",
    tag: "Checkout",
    auth: "session",
    body: checkPaymentBody,
    errorStatuses: [404],
    response: responseOf(paymentOutcome),
  },
  placeCashOrder: {
    ...checkoutRoutes.placeCashOrder,
    repeat: "state",
    summary:
      "Order the cart's items for cash on delivery, reserve their stock, and send a code that confirms the order, by WhatsApp or SMS if the shop has connected it, else by email. 409: as for the payment, or cash is not possible",
    tag: "Checkout",
    auth: "session",
    body: initPaymentBody,
    errorStatuses: [409, 429],
    response: responseOf(cashOrder),
  },
  confirmCashOrder: {
    ...checkoutRoutes.confirmCashOrder,
    repeat: "seen",
    summary: "Confirm an order for cash on delivery with the code that was sent",
    tag: "Checkout",
    auth: "session",
    params: byOrderNumber,
    body: confirmCashOrderBody,
    errorStatuses: [409, 429],
    response: responseOf(orderDetail),
  },
  resendCashCode: {
    ...checkoutRoutes.resendCashCode,
    repeat: "harmless",
    summary: "Send another code for an order that waits for its confirmation",
    tag: "Checkout",
    auth: "session",
    params: byOrderNumber,
    query: resendCodeQuery,
    errorStatuses: [409, 429],
    response: responseOf(cashOrder),
  },
  readPayLink: {
    ...checkoutRoutes.readPayLink,
    summary:
      "The page on which an order for cash on delivery, or the change of a paid order, is paid online; its link works without logging in",
    tag: "Checkout",
    auth: "session",
    params: byOrderNumber,
    response: responseOf(payLink),
  },
} as const satisfies Record<string, Endpoint>;
