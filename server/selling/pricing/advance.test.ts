import { describe, expect, it } from "vitest";
import { paise } from "../../base/money.ts";
import { advanceOf } from "./advance.ts";

describe("advanceOf", () => {
  it.each([
    [{ paise: paise(20_000) }, 104_900, 20_000],
    // 20 % of ₹1,049.50 are ₹209.90.
    [{ percent: 20 }, 104_950, 21_000],
    [{ percent: 20 }, 100_000, 20_000],
    [{ percent: 1 }, 150, 100],
    [{ percent: 99 }, 1_000_00, 99_000],
  ] as const)("is %j of %i paise: %i", (share, total, expected) => {
    expect(advanceOf(paise(total), share)).toBe(expected);
  });

  it.each([
    [{ paise: paise(20_000) }, 20_000],
    [{ percent: 50 }, 100],
    [{ percent: 99 }, 5000],
  ] as const)("requires no advance of %j of %i paise, because nothing would be left to collect", (share, total) => {
    expect(advanceOf(paise(total), share)).toBeNull();
  });

  it("is whole rupees and below the total for every percentage", () => {
    for (let total = 100; total < 100_000_000; total = Math.ceil(total * 1.7) + 1)
      for (let percent = 1; percent < 100; percent++) {
        const advance = advanceOf(paise(total), { percent });
        if (advance === null) continue;
        expect(advance % 100).toBe(0);
        expect(advance).toBeLessThan(total);
        expect(advance * 100).toBeGreaterThanOrEqual(total * percent);
      }
  });
});
