import { expect, it } from "vitest";
import { acknowledgeBy, resolveBy } from "./grievance-clock.ts";

it("a grievance is acknowledged within 48 hours", () => {
  expect(acknowledgeBy(new Date("2026-11-24T09:00:00Z"))).toEqual(new Date("2026-11-26T09:00:00Z"));
});

it.each([
  ["2026-11-24T09:00:00Z", "2026-12-24T09:00:00Z"],
  // The 31st of January in India, although it is the 30th in UTC.
  ["2026-01-30T20:00:00Z", "2026-02-27T20:00:00Z"],
  ["2028-01-31T06:00:00Z", "2028-02-29T06:00:00Z"],
  ["2026-12-31T06:00:00Z", "2027-01-31T06:00:00Z"],
])("one that came %s is resolved by %s", (came, until) => {
  expect(resolveBy(new Date(came)).toISOString()).toBe(new Date(until).toISOString());
});
