/** Periods of reports, in days of India. Pure. */

import { DAY_MS, isoDayInIndia } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";

export interface Period {
  /** Its first and last day, for example 2026-11-24. */
  from: string;
  to: string;
}

const DEFAULT_DAYS = 30;
/** Maximum length of a period: about ten years. */
const MAX_DAYS = 3660;

/** Adds days to a day. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export const daysOf = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/**
 * Returns the chosen period; by default the 30 days until yesterday.
 * @throws ApiError (400) if it ends before it begins, or is too long
 */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  const last = to ?? (from && from > yesterdayOf(now) ? from : yesterdayOf(now));
  const period = { from: from ?? addDays(last, 1 - DEFAULT_DAYS), to: last };
  if (period.from > period.to) throw ApiError.ofField("to", "The period ends before it begins.", "bad_request");
  if (daysOf(period) > MAX_DAYS)
    throw ApiError.ofField("from", "Please choose a period of at most ten years.", "bad_request");
  return period;
}

const yesterdayOf = (now: Date) => addDays(isoDayInIndia(now), -1);

/** Returns the period of the same length before it, or the same days a year ago. */
export function comparedWith(period: Period, compare: "before" | "year"): Period {
  if (compare === "before") {
    const to = addDays(period.from, -1);
    return { from: addDays(to, 1 - daysOf(period)), to };
  }
  const yearBefore = (day: string) => {
    const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
    return earlier.endsWith("-02-29") ? earlier.replace("-29", "-28") : earlier;
  };
  return { from: yearBefore(period.from), to: yearBefore(period.to) };
}

/** Returns the first day of each day, week (from Monday) or month that the period touches. */
export function startsOf({ from, to }: Period, by: "day" | "week" | "month"): string[] {
  const starts: string[] = [];
  for (let start = startOf(from, by); start <= to; start = next(start, by)) starts.push(start);
  return starts;
}

function startOf(day: string, by: "day" | "week" | "month"): string {
  if (by === "day") return day;
  if (by === "month") return `${day.slice(0, 7)}-01`;
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

function next(start: string, by: "day" | "week" | "month"): string {
  if (by !== "month") return addDays(start, by === "day" ? 1 : 7);
  return `${addDays(start, 31).slice(0, 7)}-01`;
}
