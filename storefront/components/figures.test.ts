import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayInIndia, indianFigures, writtenDay } from "./figures.ts";

describe("figures", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [99_999, "99,999"],
    [100_000, "1,00,000"],
    [12_345_678, "1,23,45,678"],
    [7.5, "7.5"],
    [-1234, "-1,234"],
  ])("%d reads %s", (value, text) => {
    expect(indianFigures(value)).toBe(text);
  });

  test("read as the language's own formatter writes them, for any amount", () => {
    const own = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (paise) => {
        expect(indianFigures(paise / 100, 2)).toBe(own.format(paise / 100));
      }),
    );
  });
});

describe("a day", () => {
  test("is the one that it is in India", () => {
    expect(dayInIndia(new Date("2026-08-31T18:29:59Z"))).toBe("31 August 2026");
    expect(dayInIndia(new Date("2026-08-31T18:30:00Z"))).toBe("1 September 2026");
  });

  test("reads as the language's own formatter writes it, at any moment", () => {
    const own = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });
    const moments = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(dayInIndia(moment)).toBe(own.format(moment));
      }),
    );
  });

  test("of a calendar is written out", () => {
    expect(writtenDay("2026-09-01")).toBe("1 September 2026");
  });
});
