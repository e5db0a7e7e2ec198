import { DAY_MS } from "../../contract/dates.ts";

export function minutesAfter(timestamp: Date, minutes: number): Date {
  return new Date(timestamp.getTime() + minutes * 60_000);
}

/** Days of 24 hours, as India has them. @param days negative for the past */
export function daysAfter(timestamp: Date, days: number): Date {
  return new Date(timestamp.getTime() + days * DAY_MS);
}
