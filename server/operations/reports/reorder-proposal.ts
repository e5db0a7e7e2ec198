/** Proposes how many units of a size to order. Pure. */

/** A week: what would run short before the shop looks again is proposed now. */
export const REVIEW_DAYS = 7;
/** A rate of fewer days says too little: what sold in two days would be expected every two days. */
const MIN_DAYS = 7;

export interface SizeDemand {
  /** Units sold in some weeks, less cancelled and returned ones. */
  sold: number;
  /** On how many days of these weeks it could be bought. */
  availableDays: number;
  /** Units on hand that no order has reserved. */
  available: number;
}

export interface ReorderRule {
  /** Days from the order until its units are in the shop. */
  leadDays: number;
  /** Days that these units are to last from then on. */
  coverDays: number;
}

export interface ReorderProposal {
  /** Units sold a week while it could be bought, to one decimal. */
  weekly: number;
  /** Whole days until the available units are sold. */
  daysLeft: number;
  order: number;
  /** Whether it is sold out before units that are ordered today arrive. */
  isLate: boolean;
}

/** @returns null if the units last until those of an order next week arrive, or it does not sell */
export function proposeReorder(
  { sold, availableDays, available }: SizeDemand,
  { leadDays, coverDays }: ReorderRule,
): ReorderProposal | null {
  if (sold <= 0) return null;
  const days = Math.max(availableDays, MIN_DAYS);
  const daysLeft = Math.max(0, Math.floor((available * days) / sold));
  if (daysLeft > leadDays + REVIEW_DAYS) return null;
  const order = Math.ceil((sold * (leadDays + coverDays)) / days) - available;
  if (order <= 0) return null;
  return { weekly: Math.round((sold * 70) / days) / 10, daysLeft, order, isLate: daysLeft < leadDays };
}
