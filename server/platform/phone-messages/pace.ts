/** Limits how many messages a second an instance hands over; codes do not wait, and others wait for them, too. */

import { setTimeout as pause } from "node:timers/promises";

/** Far below the 80 a second that WhatsApp takes from a number, for several instances. */
const PER_SECOND = 20;

/** @returns a function that waits for the next place, or takes one at once */
export function createPace(perSecond = PER_SECOND): (isUrgent: boolean) => Promise<void> {
  const gapMs = 1000 / perSecond;
  let nextAt = 0;
  return async (isUrgent) => {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + gapMs;
    if (!isUrgent && at > now) await pause(at - now);
  };
}
