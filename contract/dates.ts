/**
 * Formats dates for pages, emails and documents in Indian time, whatever the clock of the server or the device. Avoids Intl.DateTimeFormat,
 * whose construction takes a browser longer than any other step of hydration.
 */

import { shopNow } from "./shop-clock.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
/** In JavaScript's order: 0 is Sunday. */
export const SHORT_WEEKDAYS: readonly string[] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
/** India has no daylight saving time. */
const INDIA_AHEAD_MS = 5.5 * 60 * 60 * 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The ISO timestamp of an input of a day and a time in India. */
export const fromIndianInput = (text: string): string => `${text}:00+05:30`;

/** Formats "5 September 2026". @param timestamp a Date, or the API's ISO timestamp */
export function formatDay(timestamp: Date | string): string {
  return dayOf(indianClock(timestamp));
}

/** Formats "September 2026". @param timestamp a Date, or the API's ISO timestamp */
export function formatMonth(timestamp: Date | string): string {
  const clock = indianClock(timestamp);
  return `${MONTHS[clock.getUTCMonth()]} ${clock.getUTCFullYear()}`;
}

/** Formats "5 September 2026, 2:30 PM". @param timestamp a Date, or the API's ISO timestamp */
export function formatDateTime(timestamp: Date | string): string {
  const clock = indianClock(timestamp);
  return `${dayOf(clock)}, ${timeOf(clock.getUTCHours(), clock.getUTCMinutes())}`;
}

/** Formats a day for lists: "5 Sep 2026". @param timestamp a Date, or the API's ISO timestamp */
export function formatShortDay(timestamp: Date | string): string {
  return shortDayOf(indianClock(timestamp));
}

/** Formats a recent day, as pages about an order do: without the year if it is this year's. "5 Sep", or "5 Sep 2025"; on one line. */
export function formatRecentDay(timestamp: Date | string, now = shopNow()): string {
  const day = formatShortDay(timestamp);
  const ofThisYear = ` ${indianClock(now).getUTCFullYear()}`;
  return (day.endsWith(ofThisYear) ? day.slice(0, -ofThisYear.length) : day).replaceAll(" ", "\u00a0");
}

/** Formats a time for lists: "5 Sep 2026, 2:30 PM". @param timestamp a Date, or the API's ISO timestamp */
export function formatShortDateTime(timestamp: Date | string): string {
  const clock = indianClock(timestamp);
  return `${shortDayOf(clock)}, ${timeOf(clock.getUTCHours(), clock.getUTCMinutes())}`;
}

/** Formats a recent time, as pages about an order do: without the year if it is this year's. "5 Sep, 2:30 PM". */
export function formatRecentDateTime(timestamp: Date | string, now = shopNow()): string {
  const clock = indianClock(timestamp);
  return `${formatRecentDay(timestamp, now)}, ${timeOf(clock.getUTCHours(), clock.getUTCMinutes())}`;
}

/** Formats a time of day, `14:00`, as "2:00 PM". */
export function formatTimeOfDay(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return timeOf(hours, minutes);
}

/** Formats a day without a time, `2026-09-05`, as "5 September 2026". */
export function formatCalendarDay(isoDay: string): string {
  return dayOf(new Date(`${isoDay}T00:00:00Z`));
}

/** Formats a day without a time, `2026-11-27`, as "Fri, 27 Nov". */
export function formatWeekday(isoDay: string): string {
  const day = new Date(`${isoDay}T00:00:00Z`);
  return `${SHORT_WEEKDAYS[day.getUTCDay()]}, ${day.getUTCDate()} ${shortMonthOf(day)}`;
}

/** Returns the minutes since midnight in India. */
export function minuteOfDayInIndia(timestamp: Date): number {
  const clock = indianClock(timestamp);
  return clock.getUTCHours() * 60 + clock.getUTCMinutes();
}

/** Returns the date in India in ISO format: `2026-09-05`. */
export function isoDayInIndia(timestamp: Date): string {
  return indianClock(timestamp).toISOString().slice(0, 10);
}

/** Whether a text is a date such as 2026-11-25, in a year that the database can store. */
export function isDay(text: string): boolean {
  const date = /^[12]\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** Returns when a day, `2026-11-25`, begins in India. */
export function startOfDayInIndia(isoDay: string): Date {
  return new Date(Date.parse(`${isoDay}T00:00:00Z`) - INDIA_AHEAD_MS);
}

/** Returns when a day, `2026-11-25`, ends in India. */
export function endOfDayInIndia(isoDay: string): Date {
  return new Date(startOfDayInIndia(isoDay).getTime() + DAY_MS);
}

/** The last millisecond of what ends at a timestamp: its day is the last day of what ends at midnight. */
export const justBefore = (endsAt: Date | string): Date => new Date(new Date(endsAt).getTime() - 1);

/** When the clocks of India show `2026-11-25T09:00`, the value of a datetime-local input; null if that is no time. */
export function readTimeInIndia(local: string): Date | null {
  if (!/^[12]\d{3}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(local) || !isDay(local.slice(0, 10))) return null;
  return new Date(Date.parse(`${local}:00Z`) - INDIA_AHEAD_MS);
}

/** The time in India as `2026-11-25T09:00`. */
export const writeTimeInIndia = (timestamp: Date): string => indianClock(timestamp).toISOString().slice(0, 16);

/** Returns a Date whose UTC parts are the local time in India. */
function indianClock(timestamp: Date | string): Date {
  return new Date(new Date(timestamp).getTime() + INDIA_AHEAD_MS);
}

function dayOf(clock: Date): string {
  return `${clock.getUTCDate()} ${MONTHS[clock.getUTCMonth()]} ${clock.getUTCFullYear()}`;
}

function shortDayOf(clock: Date): string {
  return `${clock.getUTCDate()} ${shortMonthOf(clock)} ${clock.getUTCFullYear()}`;
}

const shortMonthOf = (clock: Date) => MONTHS[clock.getUTCMonth()]?.slice(0, 3);

/** A line does not break between the time and AM or PM. */
function timeOf(hours: number, minutes: number): string {
  return `${hours % 12 || 12}:${String(minutes).padStart(2, "0")}\u00a0${hours < 12 ? "AM" : "PM"}`;
}
