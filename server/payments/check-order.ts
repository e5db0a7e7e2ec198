import { eq, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import { type OrderRow, publishPayments } from "../orders/order-row.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import type { ProviderPayment } from "./provider.ts";
import { reconcileRefunds } from "./record-refund.ts";
import { type Outcome, outcomeOf, settlePayment } from "./settle.ts";

/**
 * Asks the provider about every attempt to pay an order and settles what it says, refunds too: for whoever closed the window, for the
 * provider's events, and for the periodic check.
 * @returns what holds now; `unpaid` and `expired` only where the provider has said so after it was asked
 * @throws ProviderProblem when the provider does not answer
 */
export async function checkOrder(deps: PaymentDeps, order: OrderRow): Promise<Outcome> {
  const { provider } = deps;
  if (!order.providerOrderId) return readOutcome(deps, order.id);
  const attempts = await provider.listPayments(order.providerOrderId);
  let promised = false;
  // What was captured first, so that it is the one that pays the order.
  for (const attempt of attempts.sort(byProgress)) {
    if (attempt.order_id !== order.providerOrderId) continue;
    const told = await capture(deps, order, attempt);
    await settlePayment(deps, order.id, told, new Date());
    await reconcileRefunds(deps, order.id, told);
    promised ||= told.status === "authorized";
  }
  const outcome = await readOutcome(deps, order.id);
  return promised && (outcome === "unpaid" || outcome === "expired") ? "confirming" : outcome;
}

/**
 * Takes money that is only promised, whatever became of the order: `settlePayment` refunds what it has no use for, so that no payment is
 * left hanging. And reads which card it was, which the list leaves out.
 */
async function capture(
  { provider }: PaymentDeps,
  { paidAt }: OrderRow,
  attempt: ProviderPayment,
): Promise<ProviderPayment> {
  if (attempt.status === "captured" && attempt.method === "card" && !paidAt) return provider.fetchPayment(attempt.id);
  if (attempt.status !== "authorized") return attempt;
  // Refused where it was taken meanwhile; what holds is what the provider says then.
  await provider.capturePayment(attempt.id, attempt.amount).catch(() => {});
  return provider.fetchPayment(attempt.id);
}

/** What has become of an order's payment by now. */
export async function readOutcome({ db }: Pick<PaymentDeps, "db">, orderId: number): Promise<Outcome> {
  const [order] = await db.select().from(customerOrder).where(eq(customerOrder.id, orderId));
  return order ? outcomeOf(db, order) : "expired";
}

const byProgress = (a: ProviderPayment, b: ProviderPayment) =>
  Number(b.status === "captured") - Number(a.status === "captured") || a.created_at - b.created_at;

/** Has the worker check an order now. */
export async function soonCheck(trx: DatabaseOrTransaction, orderId: number): Promise<void> {
  await trx.update(customerOrder).set({ checkAt: sql`now()` }).where(eq(customerOrder.id, orderId));
  await publishPayments(trx);
}
