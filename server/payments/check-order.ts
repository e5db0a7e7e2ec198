import { eq, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import { announcePayments, type OrderRow } from "../orders/order-row.ts";
import type { PaymentParts } from "./payment-parts.ts";
import type { ProviderPayment } from "./provider.ts";
import { type Outcome, outcomeOf, settlePayment } from "./settle.ts";

/**
 * Asks the provider about every attempt to pay an order and settles what it says: for whoever closed the window, for the provider's
 * events, and for the periodic check.
 * @throws ProviderProblem when the provider does not answer
 */
export async function checkOrder(parts: PaymentParts, order: OrderRow): Promise<Outcome> {
  const { db, provider } = parts;
  if (!order.providerOrderId) return outcomeOf(db, order);
  const attempts = await provider.listPayments(order.providerOrderId);
  let outcome: Outcome | null = null;
  // What was captured first, so that it is the one that pays the order.
  for (const attempt of attempts.sort(byProgress)) {
    if (attempt.order_id !== order.providerOrderId) continue;
    outcome = await settlePayment(parts, order.id, await captured(parts, order, attempt), new Date());
  }
  if (outcome === null || outcome === "unpaid") return nowOutcome(parts, order.id);
  return outcome;
}

/** The attempt as it matters for an order that is not settled: its money is taken, if it is only promised, and its card is known. */
async function captured(
  { provider }: PaymentParts,
  order: OrderRow,
  attempt: ProviderPayment,
): Promise<ProviderPayment> {
  if (order.state !== "pending" && order.state !== "expired") return attempt;
  // The list leaves out which card it was.
  if (attempt.status === "captured" && attempt.method === "card") return provider.fetchPayment(attempt.id);
  if (attempt.status !== "authorized" || order.state !== "pending" || attempt.amount !== order.totalPaise)
    return attempt;
  // Refused where it was taken meanwhile; what holds is what the provider says then.
  await provider.capturePayment(attempt.id, attempt.amount).catch(() => {});
  return provider.fetchPayment(attempt.id);
}

async function nowOutcome({ db }: PaymentParts, orderId: number): Promise<Outcome> {
  const [order] = await db
    .select({ id: customerOrder.id, state: customerOrder.state })
    .from(customerOrder)
    .where(eq(customerOrder.id, orderId));
  return order ? outcomeOf(db, order) : "expired";
}

const byProgress = (a: ProviderPayment, b: ProviderPayment) =>
  Number(b.status === "captured") - Number(a.status === "captured") || a.created_at - b.created_at;

/** Has the worker check an order now. */
export async function soonCheck(trx: DatabaseOrTransaction, orderId: number): Promise<void> {
  await trx.update(customerOrder).set({ checkAt: sql`now()` }).where(eq(customerOrder.id, orderId));
  await announcePayments(trx);
}
