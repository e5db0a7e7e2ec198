const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often the provider is asked while an order waits for its payment. */
const WHILE_WAITING_MS = 3 * MINUTE_MS;
/** And after it has expired: a bank may answer days later (P29, P31). */
const AFTER_EXPIRY_MS = [5, 15, 60, 6 * 60, 24 * 60, 48 * 60, 72 * 60, 96 * 60, 120 * 60].map(
  (minutes) => minutes * MINUTE_MS,
);
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
export function nextCheckAfterExpiry(payUntil: Date, now: Date): Date | null {
  const next = AFTER_EXPIRY_MS.find((after) => payUntil.getTime() + after > now.getTime());
  return next === undefined ? null : new Date(payUntil.getTime() + next);
}

/** @param attempts how often it was tried */
export function nextRefundTry(attempts: number, now: Date): Date {
  return new Date(now.getTime() + (REFUND_RETRY_MS[attempts - 1] ?? HOUR_MS));
}

export function nextRefundPoll(now: Date): Date {
  return new Date(now.getTime() + REFUND_POLL_MS);
}
