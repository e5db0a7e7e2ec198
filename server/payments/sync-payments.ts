import { readOrderRow } from "../orders/order-row.ts";
import { applyPayment, type Outcome, outcomeOf } from "./apply-payment.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderError, type ProviderPayment } from "./provider.ts";
import { findOpenedOrder, type PaymentSession } from "./session.ts";
import { syncRefundsIfAny } from "./sync-refunds.ts";

/**
 * Fetches every attempt to pay an order from the provider, and applies its payments and refunds. Used when a customer returns
 * from the payment window, after a webhook, and by the periodic check.
 * @param isAdvance whether the outcome is that of the advance of an order for cash on delivery
 * @returns the current outcome; `unpaid` and `expired` only if the provider has just reported it, or was never asked to open the payment
 * @throws ProviderError if the provider does not respond
 */
export async function syncPayments(
  deps: PaymentDeps,
  orderId: number,
  { isAdvance = false }: { isAdvance?: boolean } = {},
): Promise<Outcome> {
  const { db, provider } = deps;
  const opened = await findOpenedOrder(db, orderId);
  if (!opened) return readOutcome(deps, orderId, { isAdvance });
  const { order, sessions } = opened;
  const attempts: { attempt: ProviderPayment; session: PaymentSession }[] = [];
  for (const session of sessions) {
    const { providerOrderId } = session;
    const listed = await provider.listPayments(providerOrderId);
    for (const attempt of listed) if (attempt.providerOrderId === providerOrderId) attempts.push({ attempt, session });
  }
  let isAuthorized = false;
  // Captured payments come first, so that they pay the order.
  for (const { attempt, session } of attempts.sort((a, b) => byProgress(a.attempt, b.attempt))) {
    const reported = await captureOrRefetch(deps, attempt, { isPaid: order.paidAt !== null });
    await applyPayment(deps, order, reported, new Date(), session);
    await syncRefundsIfAny(deps, reported);
    isAuthorized ||= reported.state === "authorized";
  }
  const outcome = await readOutcome(deps, orderId, { isAdvance });
  return isAuthorized && (outcome === "unpaid" || outcome === "expired") ? "confirming" : outcome;
}

/**
 * Captures an authorized payment in any state of its order: `applyPayment` refunds it if the order cannot use it. Fetches a
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
async function readOutcome(
  { db }: Pick<PaymentDeps, "db">,
  orderId: number,
  session: { isAdvance: boolean },
): Promise<Outcome> {
  const order = await readOrderRow(db, orderId);
  // Only a demo's orders are deleted (`npm run demo:reset`, `demo:clear`), and then cannot be paid any more.
  return order ? outcomeOf(db, order, session) : "expired";
}

const byProgress = (a: ProviderPayment, b: ProviderPayment) =>
  Number(b.state === "captured") - Number(a.state === "captured") || a.createdAt.getTime() - b.createdAt.getTime();
