import { formatCalendarDay } from "../../contract/dates.ts";
import { ApiError, OperatorError } from "../errors.ts";

/**
 * Formats a day that staff has typed for the customer: `2026-11-25` becomes "25 November 2026".
 * @throws ApiError (422) naming the field if it is no date
 */
export function readDay(field: string, typed: string): string {
  const day = typed.trim();
  if (!isDay(day))
    throw ApiError.ofField(
      field,
      `Please give --${field} as a date such as 2026-11-25: it is emailed to the customer.`,
    );
  return formatCalendarDay(day);
}

/**
 * When a day begins in India.
 * @throws OperatorError naming the option if it is no date
 */
export function startOfDay(option: string, typed: string): Date {
  if (!isDay(typed)) throw new OperatorError(`Please give --${option} as a date such as 2026-11-25.`);
  return new Date(`${typed}T00:00:00+05:30`);
}

/** Whether a text is a date such as 2026-11-25. */
export function isDay(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
