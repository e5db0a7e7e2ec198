import type { PaymentOutcome } from "../../../contract/checkout/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderError } from "./provider.ts";
import { findByProviderOrder } from "./session.ts";
import { syncPayments } from "./sync-payments.ts";

/**
 * Checks the payment of a customer who returns from the payment window without a proof, for instance after closing it. For one with a
 * proof, use `verifyPayment`.
 * @throws ApiError (404) for an order that is not this customer's, (503) if the provider does not respond
 */
export async function checkPayment(
  deps: PaymentDeps,
  customerId: number,
  providerOrderId: string,
): Promise<PaymentOutcome> {
  const { provider, log } = deps;
  const opened = await findByProviderOrder(deps, providerOrderId, customerId);
  if (!opened)
    throw ApiError.ofField(
      provider.proofFields.providerOrderId,
      "We couldn’t find an order for this payment. If you’ve been charged, please write to us.",
      "not_found",
    );
  const { id, number } = opened.order;
  try {
    return { orderNumber: number, outcome: await syncPayments(deps, id, opened.session) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ order: number, err: error }, "the payment provider could not be queried for an order");
    throw new ApiError(
      "unavailable",
      "The payment service isn’t responding. If you’ve paid, your order is safe: we’ll keep checking and email you.",
      undefined,
      10,
    );
  }
}
