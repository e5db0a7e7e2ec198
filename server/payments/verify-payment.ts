import { and, eq } from "drizzle-orm";
import type { PaymentOutcome, VerifyPaymentBody } from "../../contract/checkout/schemas.ts";
import type { Database } from "../database/database.ts";
import { customerOrder, payment } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { checkOrder, readOutcome, soonCheck } from "./check-order.ts";
import { holdForPromise } from "./expire-order.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { type ProviderPayment, ProviderProblem } from "./provider.ts";
import { settlePayment } from "./settle.ts";
import { isSigned, paidText } from "./razorpay/signature.ts";

/**
 * Takes what the provider's window gave the browser after a payment. Its signature shows that the provider wrote it; what was paid is
 * asked of the provider itself. Safe to repeat. `unpaid` and `expired` are answered only where the provider has said so after the order was
 * read; while it has not, `confirming`.
 * @param customerId who brings it; null where the provider sent the browser here without its session
 * @throws ApiError (400) when it is not what the provider has signed for an order of this customer
 */
export async function verifyPayment(
  deps: PaymentDeps,
  keySecret: string,
  customerId: number | null,
  told: VerifyPaymentBody,
): Promise<PaymentOutcome> {
  const { db, provider, log } = deps;
  const order = await findOrder(db, customerId, told.razorpay_order_id);
  const refuse = (field: keyof VerifyPaymentBody, why: string) => {
    log.warn({ customer: customerId, order: told.razorpay_order_id, payment: told.razorpay_payment_id }, why);
    return ApiError.ofField(
      field,
      "We couldn’t verify this payment. If you’ve been charged, please write to us and we’ll put it right.",
      "payment_not_verified",
    );
  };
  if (!order?.providerOrderId)
    throw refuse("razorpay_order_id", "a payment was told of an order that is not this customer's");
  // Over our own record of the order's id, not over what was sent.
  const text = paidText(order.providerOrderId, told.razorpay_payment_id);
  if (!isSigned([keySecret], text, told.razorpay_signature))
    throw refuse("razorpay_signature", "a payment's signature is forged");

  const { number: orderNumber } = order;
  const confirming = async () => {
    await holdForPromise(db, order.id, new Date());
    await soonCheck(db, order.id);
    return { orderNumber, outcome: "confirming" } as const;
  };
  if (await isCaptured(db, order, told.razorpay_payment_id)) {
    // Read now: an event may have settled it since the order was read. A captured payment that did not pay the order is asked about below.
    const outcome = await readOutcome(deps, order.id);
    if (outcome !== "unpaid" && outcome !== "expired") return { orderNumber, outcome };
  }
  let payment: ProviderPayment;
  let outcome: PaymentOutcome["outcome"];
  try {
    payment = await provider.fetchPayment(told.razorpay_payment_id);
    if (payment.order_id !== order.providerOrderId)
      throw refuse("razorpay_payment_id", "a payment is one of another order");
    outcome = await settlePayment(deps, order.id, payment, new Date());
    // The signature is only given for money that was promised; where this payment failed after all, another may have come.
    if (payment.status === "failed") outcome = await checkOrder(deps, order);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    log.error({ order: orderNumber, err: error }, "the payment provider did not say what was paid; it is asked again");
    return confirming();
  }
  if (payment.amount !== order.totalPaise || payment.currency !== "INR")
    throw refuse("razorpay_payment_id", "a payment is one of another amount");
  const isOpen = (outcome === "unpaid" || outcome === "expired") && payment.status !== "failed";
  return outcome === "confirming" || isOpen ? confirming() : { orderNumber, outcome };
}

async function findOrder(db: Database, customerId: number | null, providerOrderId: string): Promise<OrderRow | null> {
  const [found] = await db
    .select()
    .from(customerOrder)
    .where(
      and(
        eq(customerOrder.providerOrderId, providerOrderId),
        customerId === null ? undefined : eq(customerOrder.customerId, customerId),
      ),
    );
  return found ?? null;
}

async function isCaptured(db: Database, order: OrderRow, paymentId: string): Promise<boolean> {
  const [known] = await db
    .select({ state: payment.state })
    .from(payment)
    .where(and(eq(payment.id, paymentId), eq(payment.orderId, order.id)));
  return known?.state === "captured" || known?.state === "refunded";
}
