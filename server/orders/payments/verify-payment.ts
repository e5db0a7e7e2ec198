import type { PaymentOutcome } from "../../../contract/checkout/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { applyPayment, outcomeOf } from "./apply-payment.ts";
import { extendForAuthorized } from "./expire-order.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { enqueueCheck } from "./payment-jobs.ts";
import { type PaymentProof, ProviderError, type ProviderPayment } from "./provider.ts";
import { findByProviderOrder } from "./session.ts";
import { syncPayments } from "./sync-payments.ts";

/**
 * Verifies the proof that the provider's window gave the browser after a payment. The signature proves the origin; what was paid is fetched
 * from the provider. For a payment without a proof, use `checkPayment`. Safe to repeat. Returns `unpaid` and `expired` only if the provider
 * has reported it after the order was read; before that, `confirming`.
 * @param customerId null if the provider redirected the browser here without its session
 * @throws ApiError (400) if the provider has not signed it for an order of this customer
 */
export async function verifyPayment(
  deps: PaymentDeps,
  customerId: number | null,
  proof: PaymentProof,
): Promise<PaymentOutcome> {
  const { db, provider, log } = deps;
  const rejection = (field: keyof PaymentProof, message: string) => {
    log.warn({ customer: customerId, order: proof.providerOrderId, payment: proof.providerPaymentId }, message);
    return ApiError.ofField(
      provider.proofFields[field],
      "We couldn’t verify this payment. If you’ve been charged, please write to us and we’ll put it right.",
      "payment_not_verified",
    );
  };
  const opened = await findByProviderOrder(deps, proof.providerOrderId, customerId);
  if (!opened) throw rejection("providerOrderId", "a payment's order is not this customer's");
  const { order, session, captured } = opened;
  // Verified with the stored order id, not with the one in the request.
  if (!provider.hasValidSignature({ ...proof, providerOrderId: session.providerOrderId }))
    throw rejection("signature", "a payment's signature is invalid");

  const { id: orderId, number: orderNumber } = order;
  const confirming = async () => {
    await extendForAuthorized(db, orderId, new Date());
    await enqueueCheck(db, orderId);
    return { orderNumber, outcome: "confirming" } as const;
  };
  if (captured.includes(proof.providerPaymentId)) {
    const outcome = await outcomeOf(db, order, session);
    // A captured payment that did not pay the order is checked below.
    if (outcome !== "unpaid" && outcome !== "expired") return { orderNumber, outcome };
  }
  let reported: ProviderPayment;
  let outcome: PaymentOutcome["outcome"];
  try {
    reported = await provider.fetchPayment(proof.providerPaymentId);
    if (reported.providerOrderId !== session.providerOrderId)
      throw rejection("providerPaymentId", "a payment belongs to another order");
    outcome = await applyPayment(deps, order, reported, new Date(), session);
    // Only authorized payments are signed; if this one failed after all, another may have succeeded.
    if (reported.state === "failed") outcome = await syncPayments(deps, orderId, session);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.error({ order: orderNumber, err: error }, "the payment provider returned no payment state; will retry");
    return confirming();
  }
  if (reported.amountPaise !== (session.amountPaise ?? order.totalPaise) || reported.currency !== "INR")
    throw rejection("providerPaymentId", "a payment has a different amount");
  const isOpen = (outcome === "unpaid" || outcome === "expired") && reported.state !== "failed";
  return outcome === "confirming" || isOpen ? confirming() : { orderNumber, outcome };
}
