import { describe, expect, it } from "vitest";
import { proposeReorder } from "./reorder-proposal.ts";

const RULE = { leadDays: 14, coverDays: 30 };

describe("a reorder proposal", () => {
  it("covers the days until the order arrives and those that it is to last, less what is there", () => {
    // 28 in 56 days are 3.5 a week, or 1 in 2 days: 5 last 10 days, and 44 days need 22.
    expect(proposeReorder({ sold: 28, availableDays: 56, available: 5 }, RULE)).toEqual({
      weekly: 3.5,
      daysLeft: 10,
      order: 17,
      isLate: true,
    });
  });

  it("counts only the days on which the size could be bought", () => {
    // 6 in 14 days are 3 a week: 8 last 18.67 days, and 44 days need 18.86.
    expect(proposeReorder({ sold: 6, availableDays: 14, available: 8 }, RULE)).toEqual({
      weekly: 3,
      daysLeft: 18,
      order: 11,
      isLate: false,
    });
  });

  it("takes what was sold in less than a week for a week's sales", () => {
    // 5 a week, as if of 7 days: 44 days need 31.43.
    expect(proposeReorder({ sold: 5, availableDays: 1, available: 0 }, RULE)).toEqual({
      weekly: 5,
      daysLeft: 0,
      order: 32,
      isLate: true,
    });
  });

  it("is made a week before it would be late", () => {
    const at = (available: number) => proposeReorder({ sold: 56, availableDays: 56, available }, RULE);
    expect(at(22)).toBeNull();
    expect(at(21)).toMatchObject({ daysLeft: 21, order: 23, isLate: false });
    expect(at(14)).toMatchObject({ daysLeft: 14, order: 30, isLate: false });
    expect(at(13)).toMatchObject({ daysLeft: 13, order: 31, isLate: true });
  });

  it("is not made for what does not sell, or what is there already", () => {
    expect(proposeReorder({ sold: 0, availableDays: 56, available: 0 }, RULE)).toBeNull();
    // 1 in 56 days: 51 days need 0.91, and 1 is there, which lasts 56.
    expect(proposeReorder({ sold: 1, availableDays: 56, available: 1 }, { leadDays: 49, coverDays: 7 })).toBeNull();
  });
});
