import { expect, it } from "vitest";
import { monthNamed } from "./month.ts";

it("a month begins and ends at midnight in India", () => {
  expect(monthNamed("2026-10")).toEqual({
    name: "2026-10",
    from: new Date("2026-09-30T18:30:00Z"),
    to: new Date("2026-10-31T18:30:00Z"),
  });
  expect(monthNamed("2026-12")?.to).toEqual(new Date("2026-12-31T18:30:00Z"));
});

it.each(["2026-13", "2026-00", "2026-1", "26-10", "1999-10", "2026-10-01", "October", ""])(
  "rejects %j as a month",
  (text) => {
    expect(monthNamed(text)).toBeNull();
  },
);
