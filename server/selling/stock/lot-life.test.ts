import { describe, expect, it } from "vitest";
import { isSaleable, lastGoodDay, lifeText } from "./lot-life.ts";

describe("the life of a lot", () => {
  it.each([
    [{ kind: "use_before", month: "2028-03-01" }, "2028-02-29"],
    [{ kind: "expiry", month: "2028-02-01" }, "2028-02-29"],
    [{ kind: "expiry", month: "2027-02-01" }, "2027-02-28"],
    [{ kind: "use_before", month: "2028-01-01" }, "2027-12-31"],
    [{ kind: "expiry", month: "2027-12-01" }, "2027-12-31"],
  ] as const)("%o ends on %s", (life, day) => {
    expect(lastGoodDay(life)).toBe(day);
  });

  it("is written as on the pack", () => {
    expect(lifeText({ kind: "use_before", month: "2028-03-01" })).toBe("use before 03/2028");
    expect(lifeText({ kind: "expiry", month: "2027-12-01" })).toBe("expiry 12/2027");
  });

  it("suffices until the owner's days before its last good day, that day included", () => {
    const lot = { lastGoodDay: "2026-12-31", recalledAt: null };
    expect(isSaleable(lot, "2026-12-31", 0)).toBe(true);
    expect(isSaleable(lot, "2027-01-01", 0)).toBe(false);
    expect(isSaleable(lot, "2026-12-01", 30)).toBe(true);
    expect(isSaleable(lot, "2026-12-02", 30)).toBe(false);
    expect(isSaleable({ lastGoodDay: null, recalledAt: null }, "2099-01-01", 3650)).toBe(true);
  });

  it("does not matter once the lot is recalled", () => {
    expect(isSaleable({ lastGoodDay: null, recalledAt: new Date() }, "2026-12-01", 0)).toBe(false);
  });
});
