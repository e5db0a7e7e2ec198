import type { Limit } from "../rate-limits/limits.ts";

const DAY = 24 * 60 * 60;

/** Limits how many UPI IDs a customer stores for refunds, because each is emailed. */
export const refundAccountsOf = (customerId: number): Limit => ({
  key: `refund accounts of ${customerId}`,
  limit: 10,
  windowSeconds: DAY,
});
