/** Times and days as couriers write them: India's, without a zone. */

import { isDay, readTimeInIndia } from "../../../contract/dates.ts";

/**
 * Reads "2026-12-01T10:30:00.123" and "2026-12-01 10:30", and "01 12 2026 10:30:00" as Shiprocket pushes it, to the second: the same scan
 * may come with and without its milliseconds. A time that names its zone is read by that.
 */
export function readLocalTime(text: string): Date | null {
  const parts =
    /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[ T](?<minute>\d\d:\d\d)(?::(?<second>\d\d))?(?:\.\d+)?(?<zone>Z|[+-]\d\d:\d\d)?$/.exec(
      text,
    ) ?? /^(?<day>\d\d) (?<month>\d\d) (?<year>\d{4}) (?<minute>\d\d:\d\d)(?::(?<second>\d\d))?$/.exec(text);
  const { year, month, day, minute, second = "00", zone } = parts?.groups ?? {};
  if (year === undefined || Number(second) > 59) return null;
  const local = readTimeInIndia(`${year}-${month}-${day}T${minute}`);
  if (!local) return null;
  if (zone !== undefined) {
    const at = new Date(`${year}-${month}-${day}T${minute}:${second}${zone}`);
    return Number.isNaN(at.getTime()) ? null : at;
  }
  return new Date(local.getTime() + 1000 * Number(second));
}

/** Reads the day at the beginning of a text, such as "2026-12-01 10:30"; null without one, as in "0000-00-00". */
export function readLocalDay(text: string): string | null {
  const [day] = /^[12]\d{3}-\d\d-\d\d/.exec(text) ?? [];
  return day !== undefined && isDay(day) ? day : null;
}
