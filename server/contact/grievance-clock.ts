import { ACKNOWLEDGE_HOURS } from "../../contract/admin/messages.ts";

/** The time limits of a grievance. */

/** The time by which a grievance received at `at` must be acknowledged. */
export const acknowledgeBy = (at: Date) => new Date(at.getTime() + ACKNOWLEDGE_HOURS * 3_600_000);

/** The time by which it must be resolved: a calendar month later in India, or the last day of a shorter month. */
export function resolveBy(at: Date): Date {
  const INDIA_AHEAD_MS = 5.5 * 3_600_000;
  const local = new Date(at.getTime() + INDIA_AHEAD_MS);
  const day = local.getUTCDate();
  local.setUTCMonth(local.getUTCMonth() + 1);
  // The 31st of a shorter month is a day of the next one.
  if (local.getUTCDate() !== day) local.setUTCDate(0);
  return new Date(local.getTime() - INDIA_AHEAD_MS);
}
