import type { Limit } from "../rate-limits/limits.ts";

const DAY = 24 * 60 * 60;

/** UPI IDs that a customer stores for refunds; each is emailed about. */
export const refundAccountsOf = (customerId: number): Limit => ({
  key: `refund accounts of ${customerId}`,
  limit: 10,
  windowSeconds: DAY,
});
