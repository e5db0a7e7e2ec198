import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise } from "../../base/money.ts";
import { type Line, type Price, price } from "./price.ts";

const line = (
  quantity: number,
  pricePaise: number,
  originalPricePaise: number | null,
  { gstPercent = 18, discountPaise = 0 } = {},
): Line => ({
  quantity,
  discountPaise: paise(discountPaise),
  pricePaise: paise(pricePaise),
  originalPricePaise: originalPricePaise === null ? null : paise(originalPricePaise),
  gstPercent,
});

describe("the price of a cart, a checkout or an order", () => {
  it("is the sum of its lines; the discount is what is below MRP", {
    meta: { requirements: "S2.189, S2.190, S2.192, R16" },
  }, () => {
    // 1 × 2499 (MRP 2999), 2 × 1299 (no MRP above it), 1 × 449 (MRP 499): 2999 + 2598 + 499 = 6096; saved 500 + 50 = 550
    const { lines, ...totals } = price([
      line(1, 249_900, 299_900),
      line(2, 129_900, null, { gstPercent: 5 }),
      line(1, 44_900, 49_900),
    ]);
    expect(totals).toEqual({
      subtotalPaise: 609_600,
      discountPaise: 55_000,
      roundingPaise: 0,
      shippingPaise: 0,
      feesPaise: 0,
      totalPaise: 554_600,
    });
    expect(lines.map(({ totalPaise }) => totalPaise)).toEqual([249_900, 259_800, 44_900]);
  });

  it("holds the tax of each line: IGST between states, equal halves of CGST and SGST within one", () => {
    // 2499.00 × 18 / 118 = 381.2034; as two halves of 190.60 it is 381.20 as well.
    const attar = line(1, 249_900, null);
    expect(price([attar]).lines[0]).toMatchObject({ taxablePaise: 211_780, igstPaise: 38_120, cgstPaise: 0 });
    expect(price([attar], { withinState: true }).lines[0]).toMatchObject({
      taxablePaise: 211_780,
      cgstPaise: 19_060,
      sgstPaise: 19_060,
      igstPaise: 0,
    });
  });

  it("allocates shipping and fees to the lines, and taxes what remains of each line after its discount", () => {
    // 1 × 1000 at 18 %, 66.67 off, and 1 × 500 at 5 %, 33.33 off: 50.00 of shipping and fees is 33.33 and 16.67.
    // 1000 − 66.67 + 33.33 = 966.66, of it 966.66 × 18/118 = 147.4566 tax; 500 − 33.33 + 16.67 = 483.34, of it × 5/105 = 23.0162 tax.
    const { lines, ...totals } = price(
      [
        line(1, 100_000, null, { gstPercent: 18, discountPaise: 6_667 }),
        line(1, 50_000, null, { gstPercent: 5, discountPaise: 3_333 }),
      ],
      { shippingPaise: paise(4_000), feesPaise: paise(1_000) },
    );
    expect(totals).toEqual({
      subtotalPaise: 150_000,
      discountPaise: 10_000,
      roundingPaise: 0,
      shippingPaise: 4_000,
      feesPaise: 1_000,
      totalPaise: 145_000,
    });
    expect(lines).toMatchObject([
      { discountPaise: 6_667, shippingPaise: 3_333, totalPaise: 96_666, igstPaise: 14_746, taxablePaise: 81_920 },
      { discountPaise: 3_333, shippingPaise: 1_667, totalPaise: 48_334, igstPaise: 2_302, taxablePaise: 46_032 },
    ]);
  });

  it("is rounded down to whole rupees for cash, by a discount on the lines, which lowers their taxes", () => {
    // 1 × 450 and 2 × 162.50, 77.50 off by 10 %, is 697.50. Of the 0.50, 450 × 0.9 / 697.50 × 0.50 = 0.2903 and 0.2097.
    const cart = [
      line(1, 45_000, null, { discountPaise: 4_500 }),
      line(2, 16_250, null, { gstPercent: 5, discountPaise: 3_250 }),
    ];
    const { lines, ...totals } = price(cart, { wholeRupees: true });
    expect(totals).toEqual({
      subtotalPaise: 77_500,
      discountPaise: 7_800,
      roundingPaise: 50,
      shippingPaise: 0,
      feesPaise: 0,
      totalPaise: 69_700,
    });
    // 404.71 × 18/118 = 61.7354; 292.29 × 5/105 = 13.9186.
    expect(lines).toMatchObject([
      { discountPaise: 4_529, totalPaise: 40_471, igstPaise: 6_174 },
      { discountPaise: 3_271, totalPaise: 29_229, igstPaise: 1_392 },
    ]);
    expect(price(cart)).toMatchObject({ roundingPaise: 0, discountPaise: 7_750, totalPaise: 69_750 });
  });

  it("leaves the paise to shipping where the goods cost nothing", () => {
    const free = line(1, 10_000, null, { discountPaise: 10_000 });
    const terms = { wholeRupees: true, shippingPaise: paise(7_950), feesPaise: paise(4_900) };
    expect(price([free], terms)).toMatchObject({ roundingPaise: 0, shippingPaise: 7_900, totalPaise: 12_800 });
  });

  it("is 0 for an empty cart, and never below 0", () => {
    expect(price([], { shippingPaise: paise(5_000) })).toMatchObject({ lines: [], shippingPaise: 0, totalPaise: 0 });
    expect(price([line(1, 10_000, null, { discountPaise: 10_000 })])).toMatchObject({ totalPaise: 0 });
    expect(() => price([line(1, 10_000, null, { discountPaise: 10_001 })])).toThrow("10001 paise off a line of 10000");
    expect(() => price([line(1, 10_000, null, { discountPaise: -1 })])).toThrow("-1 paise off");
  });

  const amount = (max: number) => fc.integer({ min: 0, max }).map(paise);
  const anyLine: fc.Arbitrary<Line> = fc
    .record({
      quantity: fc.integer({ min: 1, max: 1000 }),
      pricePaise: fc.integer({ min: 1, max: 5_000_000 }).map(paise),
      originalPricePaise: fc.option(fc.integer({ min: 1, max: 6_000_000 }).map(paise)),
      gstPercent: fc.constantFrom(0, 5, 12, 18, 28, 40),
      off: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ off, ...line }) => ({ ...line, discountPaise: paise(Math.round(off * line.pricePaise * line.quantity)) }));
  const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 50 });
  const anyTerms = fc.record({
    withinState: fc.boolean(),
    shippingPaise: amount(50_000),
    feesPaise: amount(500).map((rupees) => paise(rupees * 100)),
    wholeRupees: fc.boolean(),
  });

  it("adds up to the paisa for any lines and terms", () => {
    fc.assert(
      fc.property(anyLines, anyTerms, (lines, terms) => {
        const whole = price(lines, terms);
        const { subtotalPaise, discountPaise, shippingPaise, feesPaise, totalPaise } = whole;
        expect(subtotalPaise - discountPaise + shippingPaise + feesPaise).toBe(totalPaise);
        const { totalPaise: exact } = price(lines, { ...terms, wholeRupees: false });
        expect(totalPaise).toBe(terms.wholeRupees ? Math.floor(exact / 100) * 100 : exact);
        expect(Math.min(discountPaise, totalPaise, ...whole.lines.map((one) => one.totalPaise))).toBeGreaterThanOrEqual(
          0,
        );
        expect(sumOf(whole, "totalPaise")).toBe(totalPaise);
        expect(sumOf(whole, "shippingPaise")).toBe(shippingPaise + feesPaise);
        for (const line of whole.lines)
          expect(line.pricePaise * line.quantity - line.discountPaise + line.shippingPaise).toBe(line.totalPaise);
        expect(
          sumOf(whole, "taxablePaise") +
            sumOf(whole, "cgstPaise") +
            sumOf(whole, "sgstPaise") +
            sumOf(whole, "igstPaise"),
        ).toBe(totalPaise);
      }),
    );
  });

  it("is the sum of its lines priced alone, in any order, while nothing is shared", () => {
    fc.assert(
      fc.property(anyLines, fc.boolean(), (lines, withinState) => {
        const whole = price(lines, { withinState });
        const alone = lines.map((one) => price([one], { withinState }));
        for (const total of ["subtotalPaise", "discountPaise", "totalPaise"] as const)
          expect(alone.reduce((sum, one) => sum + one[total], 0)).toBe(whole[total]);
        expect(price(lines.toReversed(), { withinState }).lines.toReversed()).toEqual(whole.lines);
      }),
    );
  });

  function sumOf(
    { lines }: Price<Line>,
    part: "totalPaise" | "shippingPaise" | "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise",
  ) {
    return lines.reduce((sum, one) => sum + one[part], 0);
  }
});
