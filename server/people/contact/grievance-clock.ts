/** Computes the deadlines of a grievance. */

import { ACKNOWLEDGE_HOURS } from "../../../contract/admin/messages.ts";

/** Returns the deadline for acknowledging a grievance received at `at`. */
export const acknowledgeBy = (at: Date) => new Date(at.getTime() + ACKNOWLEDGE_HOURS * 3_600_000);

/** Returns the deadline for resolving it: a calendar month later in India, or the last day of a shorter month. */
export function resolveBy(at: Date): Date {
  const INDIA_AHEAD_MS = 5.5 * 3_600_000;
  const local = new Date(at.getTime() + INDIA_AHEAD_MS);
  const day = local.getUTCDate();
  local.setUTCMonth(local.getUTCMonth() + 1);
  // In a shorter month, day 31 falls into the next one.
  if (local.getUTCDate() !== day) local.setUTCDate(0);
  return new Date(local.getTime() - INDIA_AHEAD_MS);
}
