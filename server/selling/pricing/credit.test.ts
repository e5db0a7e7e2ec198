import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise } from "../../base/money.ts";
import { type Creditable, creditOf, creditOfShipping } from "./credit.ts";
import { taxWithin } from "./tax.ts";

const line = (
  totalPaise: number,
  quantity: number,
  gstPercent: number,
  withinState: boolean,
  shipping = 0,
): Creditable => ({
  ...taxWithin(paise(totalPaise), { gstPercent, withinState }),
  quantity,
  shippingPaise: paise(shipping),
});
const totalOf = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: Omit<Creditable, "quantity" | "shippingPaise">) =>
  taxablePaise + cgstPaise + sgstPaise + igstPaise;
const rest = (left: Creditable, quantity: number): Creditable => {
  const credited = creditOf(left, quantity);
  return {
    quantity: left.quantity - quantity,
    taxablePaise: paise(left.taxablePaise - credited.taxablePaise),
    cgstPaise: paise(left.cgstPaise - credited.cgstPaise),
    sgstPaise: paise(left.sgstPaise - credited.sgstPaise),
    igstPaise: paise(left.igstPaise - credited.igstPaise),
    shippingPaise: paise(left.shippingPaise - credited.shippingPaise),
  };
};

describe("the credit of some units of an order item", () => {
  it("is their share of price and tax", () => {
    // 3 × 118.00 at 18 %: 300.00 taxable, 27.00 CGST, 27.00 SGST.
    const three = line(35_400, 3, 18, true);
    expect(creditOf(three, 1)).toEqual({
      taxablePaise: 10_000,
      cgstPaise: 900,
      sgstPaise: 900,
      igstPaise: 0,
      shippingPaise: 0,
    });
    expect(totalOf(creditOf(three, 2))).toBe(23_600);
  });

  it("leaves the rounding difference to the last unit", () => {
    // 100.00 for 3 units, of it 15.25 IGST: 33.33 with 5.08, again 33.33 of the remaining 66.67 with 5.09 (10.17 / 2), then 33.34 with 5.08.
    const first = line(10_000, 3, 18, false);
    expect(creditOf(first, 1)).toMatchObject({ taxablePaise: 2_825, igstPaise: 508 });
    const second = rest(first, 1);
    expect(creditOf(second, 1)).toMatchObject({ taxablePaise: 2_824, igstPaise: 509 });
    const last = rest(second, 1);
    expect(creditOf(last, 1)).toMatchObject({ taxablePaise: 2_826, igstPaise: 508 });
    expect(last.quantity).toBe(1);
  });

  it("includes their share of shipping", () => {
    expect(creditOf(line(30_100, 3, 18, true, 100), 1)).toMatchObject({ shippingPaise: 33 });
  });

  it("keeps a paisa for the last units that its two equal taxes cannot take", () => {
    // 4 paise at 40 % for 4 units: 2 taxable, 1 CGST, 1 SGST. Two units take the taxable value, the third nothing, the fourth both taxes.
    const credits = [];
    let left = line(4, 4, 40, true);
    for (let unit = 0; unit < 4; unit++) {
      const { taxablePaise, cgstPaise, sgstPaise } = creditOf(left, 1);
      credits.push([taxablePaise, cgstPaise, sgstPaise]);
      left = rest(left, 1);
    }
    expect(credits).toEqual([
      [1, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
      [0, 1, 1],
    ]);
  });

  it("is rejected for more units than are left, and for none", () => {
    for (const quantity of [0, 4, 1.5])
      expect(() => creditOf(line(100, 3, 18, true), quantity)).toThrow("cannot be credited");
  });

  it("adds up to the item's amounts however the units are split, and is never below 0", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 50_000_000 })),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(0, 3, 5, 12, 18, 28, 40),
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (total, parts, gstPercent, withinState, shippingShare) => {
          const units = parts.reduce((sum, part) => sum + part, 0);
          const whole = line(total, units, gstPercent, withinState, Math.floor(total * shippingShare));
          let left = whole;
          let sum = 0;
          for (const part of parts) {
            const credit = creditOf(left, part);
            sum += totalOf(credit);
            expect(credit.cgstPaise).toBe(credit.sgstPaise);
            expect(totalOf(credit)).toBeLessThanOrEqual(Math.ceil((totalOf(left) * part) / left.quantity));
            left = rest(left, part);
            for (const amount of Object.values(left)) expect(amount).toBeGreaterThanOrEqual(0);
          }
          expect(sum).toBe(total);
          expect(Object.values(left).every((amount) => amount === 0)).toBe(true);
        },
      ),
    );
  });
});

describe("the credit of shipping alone", () => {
  it("leaves no remainder once all units are credited, and no negative amount", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(0, 5, 12, 18, 28),
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (total, quantity, gst, withinState, ofTotal, ofShipping) => {
          const left = line(total, quantity, gst, withinState, Math.floor(total * ofTotal));
          const amount = paise(Math.floor(left.shippingPaise * ofShipping));
          const credited = creditOfShipping(left, amount);
          expect(totalOf(credited)).toBe(amount);
          const after = {
            quantity,
            taxablePaise: paise(left.taxablePaise - credited.taxablePaise),
            cgstPaise: paise(left.cgstPaise - credited.cgstPaise),
            sgstPaise: paise(left.sgstPaise - credited.sgstPaise),
            igstPaise: paise(left.igstPaise - credited.igstPaise),
            shippingPaise: paise(left.shippingPaise - credited.shippingPaise),
          };
          for (const amountLeft of [...Object.values(credited), ...Object.values(after)])
            expect(amountLeft).toBeGreaterThanOrEqual(0);
          expect(creditOf(after, quantity)).toEqual({ ...after, quantity: undefined });
        },
      ),
    );
  });
});
