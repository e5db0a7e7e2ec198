import type { Limit } from "../rate-limits/limits.ts";

/** How much one customer may send. */

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Reviews written, changed and deleted. */
export const savesOf = (customerId: number): Limit => ({
  key: `reviews of ${customerId}`,
  limit: 30,
  windowSeconds: HOUR,
});

/** Files sent, refused ones too: at most 2 GB of what is deleted after a day when no review names it. */
export const uploadsOf = (customerId: number): Limit => ({
  key: `review files of ${customerId}`,
  limit: 40,
  windowSeconds: DAY,
});
