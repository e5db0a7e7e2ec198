import {
  cashOrder,
  checkPaymentBody,
  confirmCashOrderBody,
  freeOrder,
  paymentOrder,
  paymentOutcome,
  paymentWindow,
  resendCodeQuery,
  verifyPaymentBody,
} from "../checkout/schemas.ts";
import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { draftOrderRoutes } from "./routes.ts";
import { byDraftOrderToken, draftOrder, payDraftOrderBody } from "./schemas.ts";

const BY_LINK = { tag: "Checkout", params: byDraftOrderToken } as const;

/** Endpoints behind a payment link, for a draft order, an order for cash on delivery, or the change of a paid order. The link's token is the only credential. */
export const draftOrderEndpoints = {
  readDraftOrder: {
    ...draftOrderRoutes.readDraftOrder,
    ...BY_LINK,
    summary:
      "The order of a payment link: a draft order at today's prices, one for cash on delivery, or a paid one whose items are to change",
    errorStatuses: [404],
    response: responseOf(draftOrder),
  },
  readDraftOrderWindow: {
    ...draftOrderRoutes.readDraftOrderWindow,
    ...BY_LINK,
    summary: "The payment window's data besides the order",
    errorStatuses: [404],
    response: responseOf(paymentWindow),
  },
  payDraftOrder: {
    ...draftOrderRoutes.payDraftOrder,
    repeat: "state",
    ...BY_LINK,
    summary:
      "Place the draft order, reserve its stock, and open its payment; or open that of an order for cash on delivery, or of the change of a paid one. 409: it has changed, or is paid or shipped already, or costs nothing (`order_is_free`)",
    body: payDraftOrderBody,
    errorStatuses: [404, 409, 429],
    response: responseOf(paymentOrder),
  },
  placeFreeDraftOrder: {
    ...draftOrderRoutes.placeFreeDraftOrder,
    repeat: "state",
    ...BY_LINK,
    summary:
      "Place a draft order that costs nothing: it is confirmed at once, without a payment. 409: it has changed, or costs something",
    body: payDraftOrderBody,
    errorStatuses: [404, 409],
    response: responseOf(freeOrder),
  },
  placeCashDraftOrder: {
    ...draftOrderRoutes.placeCashDraftOrder,
    repeat: "state",
    ...BY_LINK,
    summary:
      "Place what an assistant has put together for cash on delivery, reserve its stock, and send the code that confirms it. 409: it has changed, or cannot be paid in cash",
    body: payDraftOrderBody,
    errorStatuses: [404, 409, 429],
    response: responseOf(cashOrder),
  },
  confirmCashDraftOrder: {
    ...draftOrderRoutes.confirmCashDraftOrder,
    repeat: "state",
    ...BY_LINK,
    summary:
      "Confirm it with the code that was sent; confirming it again changes nothing. 409: it does not wait for that",
    body: confirmCashOrderBody,
    errorStatuses: [404, 409, 429],
    response: responseOf(freeOrder),
  },
  resendCashDraftOrderCode: {
    ...draftOrderRoutes.resendCashDraftOrderCode,
    repeat: "state",
    ...BY_LINK,
    summary: "Send another code. 429: within 30 seconds of the last one, or after too many",
    query: resendCodeQuery,
    errorStatuses: [404, 409, 429],
    response: responseOf(cashOrder),
  },
  verifyDraftOrderPayment: {
    ...draftOrderRoutes.verifyDraftOrderPayment,
    repeat: "state",
    ...BY_LINK,
    summary: "Verify the provider's proof of the payment; idempotent. 400: the provider did not sign it",
    body: verifyPaymentBody,
    errorStatuses: [400, 404],
    response: responseOf(paymentOutcome),
  },
  checkDraftOrderPayment: {
    ...draftOrderRoutes.checkDraftOrderPayment,
    repeat: "state",
    ...BY_LINK,
    summary: "Check the payment with the provider, for instance after its window was closed",
    body: checkPaymentBody,
    errorStatuses: [404],
    response: responseOf(paymentOutcome),
  },
} as const satisfies Record<string, Endpoint>;
