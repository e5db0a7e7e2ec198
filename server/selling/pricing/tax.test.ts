import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise } from "../../base/money.ts";
import { taxWithin } from "./tax.ts";

describe("GST within a price", () => {
  it.each([
    // 118.00 = 100.00 + 18 %
    [11_800, 18, false, { taxablePaise: 10_000, cgstPaise: 0, sgstPaise: 0, igstPaise: 1_800 }],
    [11_800, 18, true, { taxablePaise: 10_000, cgstPaise: 900, sgstPaise: 900, igstPaise: 0 }],
    // 2499.00 × 18 / 118 = 381.2034: 381.20 to the paisa, 190.60 each half
    [249_900, 18, false, { taxablePaise: 211_780, cgstPaise: 0, sgstPaise: 0, igstPaise: 38_120 }],
    [249_900, 18, true, { taxablePaise: 211_780, cgstPaise: 19_060, sgstPaise: 19_060, igstPaise: 0 }],
    // 449.00 × 5 / 105 = 21.3810: 21.38 to the paisa, 10.69 each half
    [44_900, 5, false, { taxablePaise: 42_762, cgstPaise: 0, sgstPaise: 0, igstPaise: 2_138 }],
    [44_900, 5, true, { taxablePaise: 42_762, cgstPaise: 1_069, sgstPaise: 1_069, igstPaise: 0 }],
    // 199.00 × 12 / 112 = 21.3214: 21.32 to the paisa, half of it 10.66
    [19_900, 12, true, { taxablePaise: 17_768, cgstPaise: 1_066, sgstPaise: 1_066, igstPaise: 0 }],
    [10_000, 0, true, { taxablePaise: 10_000, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }],
  ])("%i paise at %i %%, within the state: %s", (amountPaise, gstPercent, withinState, parts) => {
    expect(taxWithin(paise(amountPaise), { gstPercent, withinState })).toEqual(parts);
  });

  it("adds up to the amount to the paisa, is never negative, and off by no more than a paisa", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000_000_000 }),
        fc.integer({ min: 0, max: 40 }),
        fc.boolean(),
        (amountPaise, gstPercent, withinState) => {
          const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = taxWithin(paise(amountPaise), {
            gstPercent,
            withinState,
          });
          expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(amountPaise);
          expect(cgstPaise).toBe(sgstPaise);
          expect(Math.min(taxablePaise, cgstPaise, igstPaise)).toBeGreaterThanOrEqual(0);
          const exact = (amountPaise * gstPercent) / (100 + gstPercent);
          expect(Math.abs(cgstPaise + sgstPaise + igstPaise - exact)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
