/** The part of an order for cash on delivery that is paid online in advance. */

import { type Paise, paise } from "../../base/money.ts";

/** An amount, or a percentage of the order. */
export type AdvanceShare = { paise: Paise } | { percent: number };

/**
 * The advance of an order. A percentage is rounded up to whole rupees.
 * @returns null if nothing would be left for the courier to collect
 */
export function advanceOf(totalPaise: Paise, share: AdvanceShare): Paise | null {
  const advancePaise = "paise" in share ? share.paise : paise(Math.ceil((totalPaise * share.percent) / 10_000) * 100);
  return advancePaise < totalPaise ? advancePaise : null;
}
