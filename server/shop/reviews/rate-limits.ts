/** Rate limits by customer. */

import type { Limit } from "../../platform/rate-limits/limits.ts";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Limits how often reviews are created, changed and deleted. */
export const reviewSavesOf = (customerId: number): Limit => ({
  key: `reviews of ${customerId}`,
  limit: 30,
  windowSeconds: HOUR,
});

/** Limits uploads, including rejected ones: at most 2 GB, which are deleted after a day if no review uses them. */
export const uploadsOf = (customerId: number): Limit => ({
  key: `review files of ${customerId}`,
  limit: 40,
  windowSeconds: DAY,
});
