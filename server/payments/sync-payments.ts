import { readOrderRow } from "../orders/order-row.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderError, type ProviderPayment } from "./provider.ts";
import { findOpenedOrder } from "./session.ts";
import { type Outcome, outcomeOf, settlePayment } from "./settle.ts";
import { syncRefundsIfAny } from "./sync-refunds.ts";

/**
 * Fetches every attempt to pay an order from the provider, and settles its payments and refunds accordingly. Used when a customer returns
 * from the payment window, after a webhook, and by the periodic check.
 * @returns the current outcome; `unpaid` and `expired` only if the provider has just reported it, or was never asked to open the payment
 * @throws ProviderError if the provider does not respond
 */
export async function syncPayments(deps: PaymentDeps, orderId: number): Promise<Outcome> {
  const { db, provider } = deps;
  const opened = await findOpenedOrder(db, orderId);
  if (!opened) return readOutcome(deps, orderId);
  const { order, sessions } = opened;
  const attempts: ProviderPayment[] = [];
  for (const { providerOrderId } of sessions) {
    const listed = await provider.listPayments(providerOrderId);
    attempts.push(...listed.filter((attempt) => attempt.providerOrderId === providerOrderId));
  }
  let isAuthorized = false;
  // Captured payments come first, so that they pay the order.
  for (const attempt of attempts.sort(byProgress)) {
    const reported = await captureOrRefetch(deps, attempt, { isPaid: order.paidAt !== null });
    await settlePayment(deps, order, reported, new Date());
    await syncRefundsIfAny(deps, reported);
    isAuthorized ||= reported.state === "authorized";
  }
  const outcome = await readOutcome(deps, orderId);
  return isAuthorized && (outcome === "unpaid" || outcome === "expired") ? "confirming" : outcome;
}

/**
 * Captures an authorized payment in any state of its order: `settlePayment` refunds it if the order cannot use it. Fetches a
 * captured card payment again, because the list omits the card.
 */
async function captureOrRefetch(
  { provider }: PaymentDeps,
  attempt: ProviderPayment,
  { isPaid }: { isPaid: boolean },
): Promise<ProviderPayment> {
  if (attempt.state === "captured" && attempt.method === "card" && !isPaid) return provider.fetchPayment(attempt.id);
  if (attempt.state !== "authorized") return attempt;
  try {
    await provider.capturePayment(attempt.id, attempt.amountPaise);
  } catch (error) {
    // It was captured meanwhile, or there was no response; in either case its current state is fetched.
    if (!(error instanceof ProviderError)) throw error;
  }
  return provider.fetchPayment(attempt.id);
}

/** Reads the outcome of an order's payment as stored. */
export async function readOutcome({ db }: Pick<PaymentDeps, "db">, orderId: number): Promise<Outcome> {
  const order = await readOrderRow(db, orderId);
  // Only a demo's orders are deleted (`npm run demo:reset`, `demo:clear`), and then cannot be paid any more.
  return order ? outcomeOf(db, order) : "expired";
}

const byProgress = (a: ProviderPayment, b: ProviderPayment) =>
  Number(b.state === "captured") - Number(a.state === "captured") || a.createdAt.getTime() - b.createdAt.getTime();
