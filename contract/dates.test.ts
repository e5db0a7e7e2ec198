import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatCalendarDay,
  formatDateTime,
  formatDay,
  formatMonth,
  formatRecentDateTime,
  formatRecentDay,
  formatShortDateTime,
  formatShortDay,
  formatTimeOfDay,
  isoDayInIndia,
} from "./dates.ts";

const anyTimestamp = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
const inIndia = (options: Intl.DateTimeFormatOptions, locale = "en-IN") =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: "Asia/Kolkata" });

describe("dates", () => {
  test("change at midnight in India", () => {
    expect(formatDay(new Date("2026-08-31T18:29:59Z"))).toBe("31 August 2026");
    expect(formatDay("2026-08-31T18:30:00.000Z")).toBe("1 September 2026");
    expect(isoDayInIndia(new Date("2026-08-31T18:30:00Z"))).toBe("2026-09-01");
    expect(formatMonth("2026-08-31T18:30:00.000Z")).toBe("September 2026");
    expect(formatShortDay("2026-08-31T18:30:00.000Z")).toBe("1 Sep 2026");
  });

  test.each([
    ["2026-09-05T09:00:00.000Z", "5 September 2026, 2:30\u00a0PM"],
    ["2026-09-04T18:35:00.000Z", "5 September 2026, 12:05\u00a0AM"],
    ["2026-09-05T06:30:59.999Z", "5 September 2026, 12:00\u00a0PM"],
  ])("%s is written %s", (timestamp, words) => {
    expect(formatDateTime(timestamp)).toBe(words);
    expect(formatShortDateTime(timestamp)).toBe(words.replace("September", "Sep"));
  });

  test.each([
    ["14:00", "2:00\u00a0PM"],
    ["00:05", "12:05\u00a0AM"],
  ])("the time of the day %s is written %s", (time, words) => {
    expect(formatTimeOfDay(time)).toBe(words);
  });

  test("of this year need no year", () => {
    const now = new Date("2026-12-31T18:29:59Z");
    expect(formatRecentDay("2026-09-04T18:35:00.000Z", now)).toBe("5\u00a0Sep");
    expect(formatRecentDateTime("2026-09-04T18:35:00.000Z", now)).toBe("5\u00a0Sep, 12:05\u00a0AM");
    expect(formatRecentDay("2026-12-31T18:30:00.000Z", now)).toBe("1\u00a0Jan\u00a02027");
  });

  test("read as Intl writes them, at any time", () => {
    const day = inIndia({ dateStyle: "long" });
    const time = inIndia({ timeStyle: "short" }, "en-US");
    const iso = inIndia({ dateStyle: "short" }, "en-CA");
    fc.assert(
      fc.property(anyTimestamp, (at) => {
        expect(formatDay(at)).toBe(day.format(at));
        expect(formatDateTime(at)).toBe(`${day.format(at)}, ${time.format(at).replace(/\s/, "\u00a0")}`);
        expect(isoDayInIndia(at)).toBe(iso.format(at));
      }),
    );
  });

  test("without a time are written out", () => {
    expect(formatCalendarDay("2026-09-01")).toBe("1 September 2026");
  });
});
