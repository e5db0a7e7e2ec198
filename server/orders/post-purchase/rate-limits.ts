import type { Limit } from "../../platform/rate-limits/limits.ts";

const DAY = 24 * 60 * 60;

/** Limits photos uploaded for returns, including rejected ones; they are deleted after a day if no return names them. */
export const returnPhotosOf = (customerId: number): Limit => ({
  key: `return photos of ${customerId}`,
  limit: 40,
  windowSeconds: DAY,
});

/** Limits how many UPI IDs a customer stores for refunds, because each is emailed. */
export const refundAccountsOf = (customerId: number): Limit => ({
  key: `refund accounts of ${customerId}`,
  limit: 10,
  windowSeconds: DAY,
});
