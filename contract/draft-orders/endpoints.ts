import { checkPaymentBody, paymentOrder, paymentOutcome, verifyPaymentBody } from "../checkout/schemas.ts";
import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { draftOrderRoutes } from "./routes.ts";
import { byDraftOrderToken, draftOrder, payDraftOrderBody } from "./schemas.ts";

const BY_LINK = { tag: "Checkout", params: byDraftOrderToken } as const;

/** Endpoints of the link by which a customer pays an order that staff has created. The token of the link is all that they need. */
export const draftOrderEndpoints = {
  readDraftOrder: {
    ...draftOrderRoutes.readDraftOrder,
    ...BY_LINK,
    summary: "The draft order of a payment link, at today's prices",
    errorStatuses: [404],
    response: responseOf(draftOrder),
  },
  payDraftOrder: {
    ...draftOrderRoutes.payDraftOrder,
    ...BY_LINK,
    summary: "Place the draft order, reserve its stock, and open its payment. 409: it has changed, or is paid already",
    body: payDraftOrderBody,
    errorStatuses: [404, 409],
    response: responseOf(paymentOrder),
  },
  verifyDraftOrderPayment: {
    ...draftOrderRoutes.verifyDraftOrderPayment,
    ...BY_LINK,
    summary: "Verify the provider's proof of the payment; idempotent. 400: the provider did not sign it",
    body: verifyPaymentBody,
    errorStatuses: [400, 404],
    response: responseOf(paymentOutcome),
  },
  checkDraftOrderPayment: {
    ...draftOrderRoutes.checkDraftOrderPayment,
    ...BY_LINK,
    summary: "Check the payment with the provider, for instance after its window was closed",
    body: checkPaymentBody,
    errorStatuses: [404],
    response: responseOf(paymentOutcome),
  },
} as const satisfies Record<string, Endpoint>;
