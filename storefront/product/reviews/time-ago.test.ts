import { describe, expect, test } from "vitest";
import { relativeTime } from "./time-ago.tsx";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const ago = (seconds: number) => relativeTime(NOW - seconds * 1000, NOW);

describe("relative time", { meta: { requirements: "R13" } }, () => {
  for (const [id, seconds, label] of [
    ["S9.26", 0, "0 sec ago"],
    ["S9.26", 59, "59 sec ago"],
    ["S9.27", 60, "1 min ago"],
    ["S9.27", 3599, "59 min ago"],
    ["S9.28", 3600, "1 hour ago"],
    ["S9.28", 86_399, "23 hour ago"],
    ["S9.29", 86_400, "1 days ago"],
    ["S9.29", 604_799, "6 days ago"],
    ["S9.30", 604_800, "1 weeks ago"],
    ["S9.30", 2_591_999, "4 weeks ago"],
    ["S9.31", 2_592_000, "1 months ago"],
    ["S9.31", 31_535_999, "12 months ago"],
    ["S9.32", 31_536_000, "1 years ago"],
    ["S9.32", 63_072_000, "2 years ago"],
  ] as const) {
    test(`${seconds} seconds → ${label}`, { meta: { requirements: `R13, ${id}` } }, () => {
      expect(ago(seconds)).toBe(label);
    });
  }

  test("a part of a second is not counted", { meta: { requirements: "R13, S9.26" } }, () => {
    expect(relativeTime(NOW - 59_999, NOW)).toBe("59 sec ago");
  });

  test("a time ahead of the clock is just now", { meta: { requirements: "R13, S9.26" } }, () => {
    expect(ago(-30)).toBe("0 sec ago");
  });
});
