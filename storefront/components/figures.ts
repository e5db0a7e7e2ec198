/**
 * Numbers and days as they are written in India. By hand: to make its own formatter ready for the first price of a page takes a browser
 * longer than any other step of making the page alive.
 */

/** 1,24,999: the last three digits, then pairs. @param decimals how many there are at the end; as many as the value has when left out */
export function indianFigures(value: number, decimals?: number): string {
  const [whole = "", fraction] = (
    decimals === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(decimals)
  ).split(".");
  const grouped = whole.replace(/\d(?=(\d\d)+\d$)/g, "$&,");
  return `${value < 0 ? "-" : ""}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

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
/** India's clock is the same all year. */
const INDIA_AHEAD_MS = 5.5 * 60 * 60 * 1000;

/** "1 September 2026": the day that it is in India at a moment, the same on the server and in every time zone. */
export function dayInIndia(moment: Date): string {
  return dayOf(new Date(moment.getTime() + INDIA_AHEAD_MS));
}

/** `2026-09-01` as "1 September 2026". */
export function writtenDay(isoDay: string): string {
  return dayOf(new Date(`${isoDay}T00:00:00Z`));
}

function dayOf(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
