/** Computes when a parcel that is ordered now arrives, in days of India. Pure; server and browser share it. */

import { DAY_MS, isoDayInIndia, minuteOfDayInIndia } from "../dates.ts";
import type { Transit, WorkingCalendar } from "./schemas.ts";

export interface DeliveryDates {
  /** The day on which it leaves, for example "2026-11-24". */
  dispatch: string;
  earliest: string;
  latest: string;
}

/**
 * An order before the cut-off of a working day leaves on that day, any other on the next working day. Transit days are working days after it.
 * @returns null if the calendar has no working day
 */
export function deliveryDates(
  { cutOff, minDays, maxDays }: Transit,
  calendar: WorkingCalendar,
  now: Date,
): DeliveryDates | null {
  if (calendar.weekdays.length === 0) return null;
  const holidays = new Set(calendar.holidays);
  const isWorkingDay = (day: string) => calendar.weekdays.includes(weekdayOf(day)) && !holidays.has(day);
  const nextWorkingDay = (day: string) => {
    let next = dayAfter(day);
    while (!isWorkingDay(next)) next = dayAfter(next);
    return next;
  };
  const workingDaysAfter = (day: string, count: number) => {
    let reached = day;
    for (let passed = 0; passed < count; passed++) reached = nextWorkingDay(reached);
    return reached;
  };
  const today = isoDayInIndia(now);
  const leavesToday = isWorkingDay(today) && minuteOfDayInIndia(now) < minutesOf(cutOff);
  const dispatch = leavesToday ? today : nextWorkingDay(today);
  return { dispatch, earliest: workingDaysAfter(dispatch, minDays), latest: workingDaysAfter(dispatch, maxDays) };
}

const midnightOf = (day: string) => new Date(`${day}T00:00:00Z`);
const weekdayOf = (day: string) => midnightOf(day).getUTCDay();
const dayAfter = (day: string) => new Date(midnightOf(day).getTime() + DAY_MS).toISOString().slice(0, 10);

/** Converts "14:30" to minutes after midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
