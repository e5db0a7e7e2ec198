import { formatCalendarDay, isDay } from "../../../../contract/dates.ts";
import { ApiError } from "../../../base/errors.ts";

/**
 * Formats a day that staff has typed for the customer: `2026-11-25` becomes "25 November 2026".
 * @throws ApiError (422) naming the field if it is no date
 */
export function readDay(field: string, typed: string): string {
  const day = typed.trim();
  if (!isDay(day))
    throw ApiError.ofField(field, `Please give ${field} as a date such as 2026-11-25: it is emailed to the customer.`);
  return formatCalendarDay(day);
}
