import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/dates.ts";
import { retryAfterMs } from "../../platform/jobs/backoff.ts";

/** Delay of the first check of a payment that neither the browser nor a webhook has reported. */
const FIRST_CHECK_MS = 2 * MINUTE_MS;
/** Interval between checks of a pending order. */
const WHILE_PENDING_MS = 3 * MINUTE_MS;
/** Delays of the checks after an order has expired: a bank may confirm days later. */
const AFTER_EXPIRY_MS = [5, 15, 60, 6 * 60, 24 * 60, 48 * 60, 72 * 60, 96 * 60, 120 * 60].map(
  (minutes) => minutes * MINUTE_MS,
);
/** Delays of the checks after an order was paid, which find refunds and second payments whose webhook did not arrive. */
const AFTER_PAYMENT_MS = [HOUR_MS, ...[1, 3, 7, 14, 30, 60, 90, 120, 180].map((days) => days * DAY_MS)];
/** How long an overdue order waits for the provider's response before it expires; longer than a request to the provider. */
const GRACE_MS = MINUTE_MS;
/** The longest pause after a failed check. */
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;
/** Intervals between attempts to send a refund. */
const REFUND_RETRY_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
/** Interval between polls of a pending refund, in case its webhook does not arrive. */
const REFUND_POLL_MS = 6 * HOUR_MS;

/** Returns when a payment that was just opened is checked. */
export const firstCheck = (now: Date) => new Date(now.getTime() + FIRST_CHECK_MS);

/** Returns when a pending order is checked next: regularly, and when it expires. */
export function nextCheckWhilePending(payUntil: Date, now: Date): Date {
  return new Date(Math.max(now.getTime() + 1000, Math.min(payUntil.getTime(), now.getTime() + WHILE_PENDING_MS)));
}

/** Returns when an expired order is checked next; null after the last check. */
export const nextCheckAfterExpiry = (payUntil: Date, now: Date) => nextOf(AFTER_EXPIRY_MS, payUntil, now);

export const firstCheckAfterPayment = (paidAt: Date) => new Date(paidAt.getTime() + HOUR_MS);

/** Returns when a paid order is checked next; null after the last check. */
export const nextCheckAfterPayment = (paidAt: Date, now: Date) => nextOf(AFTER_PAYMENT_MS, paidAt, now);

function nextOf(pauses: readonly number[], from: Date, now: Date): Date | null {
  const next = pauses.find((after) => from.getTime() + after > now.getTime());
  return next === undefined ? null : new Date(from.getTime() + next);
}

/** Returns when an unpaid order expires without a response from the provider. */
export const expiryWithoutResponse = (payUntil: Date) => new Date(payUntil.getTime() + GRACE_MS);

/**
 * Returns when an order is checked again after the provider did not respond: with exponential backoff, but not later than planned.
 * @param attempts failed checks in a row, including this one
 * @param planned the next check if this one had succeeded; null if none is planned
 */
export function nextCheckAfterError(attempts: number, planned: Date | null, now: Date): Date {
  const backoff = now.getTime() + Math.min(LONGEST_PAUSE_MS, retryAfterMs(attempts));
  // A planned time that is past or imminent does not cap the backoff: overdue orders follow it too.
  const capsBackoff = planned !== null && planned.getTime() - now.getTime() > retryAfterMs(1);
  return new Date(capsBackoff ? Math.min(backoff, planned.getTime()) : backoff);
}

/** Returns when a job about an order of the provider's other mode, test or live, looks again whether the shop has its keys. */
export const nextLookForKeys = (now: Date) => new Date(now.getTime() + HOUR_MS);

/** Returns when a refund that could not be sent is tried again. @param attempts made so far */
export function nextRefundTry(attempts: number, now: Date): Date {
  return new Date(now.getTime() + (REFUND_RETRY_MS[attempts - 1] ?? HOUR_MS));
}

/** Returns when a pending refund is polled next. */
export function nextRefundPoll(now: Date): Date {
  return new Date(now.getTime() + REFUND_POLL_MS);
}
