import { eq } from "drizzle-orm";
import { customerOrder } from "../database/schema.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import type { ProviderPayment } from "./provider.ts";
import { findOpened } from "./session.ts";
import { type Outcome, outcomeOf, settlePayment } from "./settle.ts";
import { syncRefundsIfAny } from "./sync-refunds.ts";

/**
 * Asks the provider about every attempt to pay an order, and settles payments and refunds accordingly. Used when a customer returns from
 * the payment window, after a webhook, and by the periodic check.
 * @returns the outcome now; `unpaid` and `expired` only if the provider has just said so, or was never asked to open the payment
 * @throws ProviderError if the provider does not respond
 */
export async function syncPayments(deps: PaymentDeps, orderId: number): Promise<Outcome> {
  const { db, provider } = deps;
  const [opened] = await findOpened(db, eq(customerOrder.id, orderId));
  if (!opened) return readOutcome(deps, orderId);
  const { order, session } = opened;
  const attempts = await provider.listPayments(session.providerOrderId);
  let isAuthorized = false;
  // Captured ones first, so that they pay the order.
  for (const attempt of attempts.sort(byProgress)) {
    if (attempt.orderId !== session.providerOrderId) continue;
    const reported = await capture(deps, attempt, { isPaid: order.paidAt !== null });
    await settlePayment(deps, orderId, reported, new Date());
    await syncRefundsIfAny(deps, reported);
    isAuthorized ||= reported.state === "authorized";
  }
  const outcome = await readOutcome(deps, orderId);
  return isAuthorized && (outcome === "unpaid" || outcome === "expired") ? "confirming" : outcome;
}

/**
 * Captures an authorized payment, whatever the state of its order: `settlePayment` refunds it if the order cannot use it. Completes a
 * captured one by its card, which the list omits.
 */
async function capture(
  { provider }: PaymentDeps,
  attempt: ProviderPayment,
  { isPaid }: { isPaid: boolean },
): Promise<ProviderPayment> {
  if (attempt.state === "captured" && attempt.method === "card" && !isPaid) return provider.fetchPayment(attempt.id);
  if (attempt.state !== "authorized") return attempt;
  // Refused if it was captured meanwhile; the provider's state after it counts.
  await provider.capturePayment(attempt.id, attempt.amountPaise).catch(() => {});
  return provider.fetchPayment(attempt.id);
}

/** Reads the outcome of an order's payment as stored. */
export async function readOutcome({ db }: Pick<PaymentDeps, "db">, orderId: number): Promise<Outcome> {
  const [order] = await db.select().from(customerOrder).where(eq(customerOrder.id, orderId));
  return order ? outcomeOf(db, order) : "expired";
}

const byProgress = (a: ProviderPayment, b: ProviderPayment) =>
  Number(b.state === "captured") - Number(a.state === "captured") || a.createdAt.getTime() - b.createdAt.getTime();
