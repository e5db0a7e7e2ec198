import { and, eq } from "drizzle-orm";
import type { PaymentOutcome } from "../../contract/checkout/schemas.ts";
import { customerOrder } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { checkOrder } from "./check-order.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderProblem } from "./provider.ts";

/**
 * Asks what became of a payment, for a customer who is back from its window.
 * @throws ApiError (404) for an order that is not this customer's, (503) when the provider does not answer
 */
export async function checkPayment(
  deps: PaymentDeps,
  customerId: number,
  providerOrderId: string,
): Promise<PaymentOutcome> {
  const { db, log } = deps;
  const [order] = await db
    .select()
    .from(customerOrder)
    .where(and(eq(customerOrder.providerOrderId, providerOrderId), eq(customerOrder.customerId, customerId)));
  if (!order)
    throw ApiError.ofField(
      "razorpay_order_id",
      "We couldn’t find an order for this payment. If you’ve been charged, please write to us.",
      "not_found",
    );
  try {
    return { orderNumber: order.number, outcome: await checkOrder(deps, order) };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    log.warn({ order: order.number, err: error }, "the payment provider could not be asked about an order");
    throw new ApiError(
      "unavailable",
      "The payment service isn’t responding. If you’ve paid, your order is safe: we’ll keep checking and email you.",
      undefined,
      10,
    );
  }
}
