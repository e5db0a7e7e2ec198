import { readOrderRow } from "../orders/order-row.ts";
import { applyPayment, type Outcome, outcomeOf, type PaidSubject } from "./apply-payment.ts";
import { extendForAuthorized } from "./expire-order.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { enqueueCheck } from "./payment-jobs.ts";
import { ProviderError, type ProviderPayment } from "./provider.ts";
import { findOpenedOrder, type PaymentSession } from "./session.ts";
import { syncRefundsIfAny } from "./sync-refunds.ts";

/**
 * Fetches every attempt to pay an order from the provider, and applies its payments and refunds. Used when a customer returns
 * from the payment window, after a webhook, and by the periodic check.
 * @param isAdvance whether the outcome is that of the advance of an order for cash on delivery
 * @param editId whether it is that of a change of its items
 * @returns the current outcome; `unpaid` and `expired` only if the provider has just reported it, or was never asked to open the payment
 * @param mustCapture whether a payment that could not be captured is an error, thrown once everything else is applied; by default it is
 * reported as confirming
 * @throws ProviderError if the provider does not respond
 */
export async function syncPayments(
  deps: PaymentDeps,
  orderId: number,
  {
    isAdvance = false,
    editId = null,
    mustCapture = false,
  }: { isAdvance?: boolean; editId?: number | null; mustCapture?: boolean } = {},
): Promise<Outcome> {
  const { db, provider } = deps;
  const opened = await findOpenedOrder(db, orderId);
  if (!opened) return readOutcome(deps, orderId, { isAdvance, editId });
  const { order, sessions } = opened;
  const attempts: { attempt: ProviderPayment; session: PaymentSession }[] = [];
  for (const session of sessions) {
    const { providerOrderId } = session;
    const listed = await provider.listPayments(providerOrderId);
    for (const attempt of listed) if (attempt.providerOrderId === providerOrderId) attempts.push({ attempt, session });
  }
  let isAuthorized = false;
  let failedCapture: ProviderError | null = null;
  // Captured payments come first, so that they pay the order.
  for (const { attempt, session } of attempts.sort((a, b) => byProgress(a.attempt, b.attempt))) {
    const { reported, error } = await captureOrRefetch(deps, attempt, {
      isPaid: order.paidAt !== null && session.editId === null,
    });
    if (reported.state === "authorized") failedCapture ??= error;
    await applyPayment(deps, order, reported, new Date(), session);
    await syncRefundsIfAny(deps, reported);
    isAuthorized ||= reported.state === "authorized";
  }
  if (failedCapture) {
    await extendForAuthorized(db, orderId, new Date());
    if (mustCapture) throw failedCapture;
    // The check tries again and again, with backoff.
    await enqueueCheck(db, orderId);
  }
  const outcome = await readOutcome(deps, orderId, { isAdvance, editId });
  return isAuthorized && (outcome === "unpaid" || outcome === "expired") ? "confirming" : outcome;
}

/**
 * Captures an authorized payment in any state of its order: `applyPayment` refunds it if the order cannot use it. Fetches a
 * captured card payment again, because the list omits the card.
 * @returns the payment as it is now, and why capturing it failed
 */
async function captureOrRefetch(
  { provider }: PaymentDeps,
  attempt: ProviderPayment,
  { isPaid }: { isPaid: boolean },
): Promise<{ reported: ProviderPayment; error: ProviderError | null }> {
  const fetched = async (error: ProviderError | null) => ({ reported: await provider.fetchPayment(attempt.id), error });
  if (attempt.state === "captured" && attempt.method === "card" && !isPaid) return fetched(null);
  if (attempt.state !== "authorized") return { reported: attempt, error: null };
  try {
    await provider.capturePayment(attempt.id, attempt.amountPaise);
  } catch (error) {
    // It was captured meanwhile, or there was no response; in either case its current state is fetched.
    if (!(error instanceof ProviderError)) throw error;
    return fetched(error);
  }
  return fetched(null);
}

/** Reads the outcome of an order's payment as stored. */
async function readOutcome({ db }: Pick<PaymentDeps, "db">, orderId: number, session: PaidSubject): Promise<Outcome> {
  const order = await readOrderRow(db, orderId);
  // Only a demo's orders are deleted (`npm run demo:reset`, `demo:clear`), and then cannot be paid any more.
  return order ? outcomeOf(db, order, session) : "expired";
}

const byProgress = (a: ProviderPayment, b: ProviderPayment) =>
  Number(b.state === "captured") - Number(a.state === "captured") || a.createdAt.getTime() - b.createdAt.getTime();
