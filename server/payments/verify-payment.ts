import { and, eq } from "drizzle-orm";
import type { PaymentOutcome, VerifyPaymentBody } from "../../contract/checkout.ts";
import type { Database } from "../database/database.ts";
import { customerOrder, payment } from "../database/schema.ts";
import { Refusal } from "../failures.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { soonCheck } from "./check-order.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { type ProviderPayment, ProviderProblem } from "./provider.ts";
import { outcomeOf, settlePayment } from "./settle.ts";
import { isSigned, paidText } from "./signature.ts";

/**
 * Takes what the provider's window gave the browser after a payment. Its signature shows that the provider wrote it; what was paid is
 * asked of the provider itself. Safe to repeat.
 * @param customerId who brings it; null where the provider sent the browser here without its session
 * @throws Refusal (400) when it is not what the provider has signed for an order of this customer
 */
export async function verifyPayment(
  parts: PaymentParts,
  keySecret: string,
  customerId: number | null,
  told: VerifyPaymentBody,
): Promise<PaymentOutcome> {
  const { db, provider, log } = parts;
  const order = await findOrder(db, customerId, told.razorpay_order_id);
  const refuse = (field: keyof VerifyPaymentBody, why: string) => {
    log.warn({ customer: customerId, order: told.razorpay_order_id, payment: told.razorpay_payment_id }, why);
    return Refusal.ofField(
      field,
      "This payment could not be recognised. If money has left your account, please write to us.",
      "badRequest",
    );
  };
  if (!order?.providerOrderId)
    throw refuse("razorpay_order_id", "a payment was told of an order that is not this customer's");
  // Over our own record of the order's id, not over what was sent.
  const text = paidText(order.providerOrderId, told.razorpay_payment_id);
  if (!isSigned([keySecret], text, told.razorpay_signature))
    throw refuse("razorpay_signature", "a payment's signature is forged");

  const { number: orderNumber } = order;
  if (await isCaptured(db, order, told.razorpay_payment_id))
    return { orderNumber, outcome: await outcomeOf(db, order) };
  let payment: ProviderPayment;
  try {
    payment = await provider.fetchPayment(told.razorpay_payment_id);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    log.error({ order: orderNumber, err: error }, "the payment provider did not say what was paid; it is asked again");
    await soonCheck(db, order.id);
    return { orderNumber, outcome: "confirming" };
  }
  if (payment.order_id !== order.providerOrderId)
    throw refuse("razorpay_payment_id", "a payment is one of another order");
  if (payment.amount !== order.totalPaise || payment.currency !== "INR") {
    await settlePayment(parts, order.id, payment, new Date());
    throw refuse("razorpay_payment_id", "a payment is one of another amount");
  }
  const outcome = await settlePayment(parts, order.id, payment, new Date());
  // The signature is only given for money that was promised, so it is on its way.
  if (outcome !== "unpaid" && outcome !== "confirming") return { orderNumber, outcome };
  await soonCheck(db, order.id);
  return { orderNumber, outcome: payment.status === "failed" ? "unpaid" : "confirming" };
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
