import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import type { orderTerms } from "../checkout/order-terms.ts";
import { handle } from "../http/endpoints.ts";
import { checkPayment } from "../payments/check-payment.ts";
import type { PaymentDeps } from "../payments/payment-deps.ts";
import { PROOF_FIELDS, toProof } from "../payments/razorpay/requests.ts";
import { verifyPayment } from "../payments/verify-payment.ts";
import { payDraftOrder, readDraftOrder } from "./pay-draft-order.ts";
import { findDraftOrder } from "./read-draft-order.ts";

interface Deps {
  payments: PaymentDeps;
  terms: ReturnType<typeof orderTerms>;
}

export function draftOrderRoutes(app: FastifyInstance, { payments, terms }: Deps): void {
  const { db } = payments;
  handle(app, endpoints.readDraftOrder, async ({ params, origin }) => ({
    data: await readDraftOrder(db, params.token, terms, origin),
  }));
  handle(app, endpoints.payDraftOrder, async ({ params: { token }, body, origin }) => ({
    data: await payDraftOrder(payments, { token, totalPrice: body.total_price }, terms, origin),
  }));
  handle(app, endpoints.verifyDraftOrderPayment, async ({ params, body }) => {
    const { draft } = await findDraftOrder(db, params.token);
    return { data: await verifyPayment(payments, draft.customerId, toProof(body)) };
  });
  handle(app, endpoints.checkDraftOrderPayment, async ({ params, body }) => {
    const { draft } = await findDraftOrder(db, params.token);
    return { data: await checkPayment(payments, draft.customerId, body[PROOF_FIELDS.providerOrderId]) };
  });
}
