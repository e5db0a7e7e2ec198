const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often the provider is asked while an order waits for its payment. */
const WHILE_WAITING_MS = 3 * MINUTE_MS;
/** And after it has expired: a bank may answer days later. */
const AFTER_EXPIRY_MS = [5, 15, 60, 6 * 60, 24 * 60, 48 * 60, 72 * 60, 96 * 60, 120 * 60].map(
  (minutes) => minutes * MINUTE_MS,
);
/** And after it was paid, to find refunds and second payments of which no event has told. */
const AFTER_PAYMENT_MS = [HOUR_MS, ...[1, 3, 7, 14, 30, 60, 90, 120, 180].map((days) => days * DAY_MS)];
/** The first pause after the provider could not be asked; each next one is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;
/** Between tries of a refund that the provider has not taken on. */
const REFUND_RETRY_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
/** How often is asked about a refund that is on its way; the provider also tells when it is through. */
const REFUND_POLL_MS = 6 * HOUR_MS;

/**
 * When the provider is asked next about an order whose payment is awaited: regularly, and at the moment when it expires.
 * @param payUntil until when it can be paid
 */
export function nextCheckWhileWaiting(payUntil: Date, now: Date): Date {
  return new Date(Math.max(now.getTime() + 1000, Math.min(payUntil.getTime(), now.getTime() + WHILE_WAITING_MS)));
}

/** When it is asked next about an order that has expired; null when it is late enough to stop. */
export const nextCheckAfterExpiry = (payUntil: Date, now: Date) => nextOf(AFTER_EXPIRY_MS, payUntil, now);

/** When it is asked next about an order that was paid; null when it is late enough to stop. */
export const nextCheckAfterPayment = (paidAt: Date, now: Date) => nextOf(AFTER_PAYMENT_MS, paidAt, now);

function nextOf(pauses: readonly number[], from: Date, now: Date): Date | null {
  const next = pauses.find((after) => from.getTime() + after > now.getTime());
  return next === undefined ? null : new Date(from.getTime() + next);
}

/**
 * When it is asked again after it could not be asked: 2 s later, then after twice as long each time, but never later than planned.
 * @param failures how often in a row it could not be asked, this time included
 * @param planned when it would be asked had it answered
 */
export function nextCheckAfterError(failures: number, planned: Date, now: Date): Date {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20));
  const again = now.getTime() + pause;
  // What is overdue is not asked for more often than the pauses say.
  const isAhead = planned.getTime() - now.getTime() > FIRST_PAUSE_MS;
  return new Date(isAhead ? Math.min(again, planned.getTime()) : again);
}

/** @param attempts how often it was tried */
export function nextRefundTry(attempts: number, now: Date): Date {
  return new Date(now.getTime() + (REFUND_RETRY_MS[attempts - 1] ?? HOUR_MS));
}

export function nextRefundPoll(now: Date): Date {
  return new Date(now.getTime() + REFUND_POLL_MS);
}
