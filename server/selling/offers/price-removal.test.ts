import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Paise, paise, sumPaise } from "../../base/money.ts";
import type { OfferTerms, OrderTerms } from "../../platform/database/schema.ts";
import { totalOf } from "../pricing/tax.ts";
import { priceByTerms } from "./price-by-terms.ts";
import { priceRemoval, type RemovalContext, type RemovalItem, type SpentCredit } from "./price-removal.ts";

const offerOf = (values: Partial<OfferTerms> & Pick<OfferTerms, "kind" | "covers">): OfferTerms => ({
  id: 1,
  name: "Offer",
  code: null,
  percent: null,
  amountPaise: null,
  buyUnits: null,
  freeUnits: null,
  minPaise: paise(0),
  credit: null,
  ...values,
});

/** A line as it was ordered. */
interface Ordered {
  pricePaise: number;
  quantity: number;
  gstPercent?: number;
}

const ordered = (lines: readonly Ordered[]) =>
  lines.map(({ pricePaise, quantity, gstPercent = 18 }, position) => ({
    position,
    productId: position + 1,
    variantId: position + 1,
    quantity,
    pricePaise: paise(pricePaise),
    originalPricePaise: null,
    gstPercent,
  }));

const contextOf = (terms: OrderTerms | null, more: Partial<RemovalContext> = {}): RemovalContext => ({
  terms,
  feesPaise: paise(0),
  waivedPaise: paise(0),
  withinState: true,
  wholeRupees: false,
  isDue: false,
  spentCredits: [],
  usedCreditPaise: paise(0),
  keepsOffers: false,
  keepsFees: false,
  ...more,
});

/** Places an order. @returns its items with what is left of them */
function place(lines: readonly Ordered[], context: RemovalContext & { terms: OrderTerms }): RemovalItem[] {
  const { feesPaise, withinState, wholeRupees } = context;
  return priceByTerms(ordered(lines), context.terms, { feesPaise, withinState, wholeRupees }).lines.map(
    ({ totalPaise: _, discountPaise: __, ...line }) => line,
  );
}

const leftOf = (items: readonly RemovalItem[]): Paise => sumPaise(items.map(totalOf));

type Units = { position: number; quantity: number };

/** Takes units out. @returns the refund, and what is left */
function take(items: readonly RemovalItem[], units: readonly Units[], context: RemovalContext) {
  const removal = priceRemoval(items, units, context);
  const left = items.map((item) => {
    const line = removal.lines.find(({ position }) => position === item.position);
    if (!line) return item;
    return {
      ...item,
      quantity: item.quantity - line.quantity,
      taxablePaise: paise(item.taxablePaise - line.taxablePaise),
      cgstPaise: paise(item.cgstPaise - line.cgstPaise),
      sgstPaise: paise(item.sgstPaise - line.sgstPaise),
      igstPaise: paise(item.igstPaise - line.igstPaise),
      shippingPaise: paise(item.shippingPaise - line.shippingPaise),
    };
  });
  return { removal, refund: removal.totalPaise, left };
}

const termsOf = (offers: readonly OfferTerms[], more: Partial<OrderTerms> = {}): OrderTerms => ({
  offers,
  shipping: [],
  grams: [],
  ...more,
});

describe("taking units out by the shop's fault", () => {
  it("never credits less than otherwise", () => {
    const amount = offerOf({ kind: "amount", amountPaise: paise(50_000), covers: [0] });
    const context = contextOf(termsOf([amount]), { keepsOffers: true }) as RemovalContext & { terms: OrderTerms };
    const items = place([{ pricePaise: 100_000, quantity: 2 }], context);
    expect(leftOf(items)).toBe(150_000);
    // The share is 750; but 1,500 less 500 for one that stays alone is 1,000.
    expect(take(items, [{ position: 0, quantity: 1 }], context).refund).toBe(100_000);
  });

  it("lets the units that went earn the offers of what is taken out later", () => {
    const amount = offerOf({ kind: "amount", amountPaise: paise(50_000), minPaise: paise(200_000), covers: [0, 1] });
    const strict = { ...contextOf(null), terms: termsOf([amount]) };
    const items = place(
      [
        { pricePaise: 150_000, quantity: 1 },
        { pricePaise: 60_000, quantity: 2 },
      ],
      strict,
    );
    // 2,200 is paid: 1,222.22 for the first, 488.89 for each of the others.
    const lost = take(items, [{ position: 0, quantity: 1 }], { ...strict, keepsOffers: true });
    expect(lost.refund).toBe(122_222);
    const later = { ...strict, terms: termsOf([amount], { earning: lost.removal.earning ?? [] }) };
    const one = [{ position: 1, quantity: 1 }];
    // 1,500 and 600 cost 500 less, 142.86 of it for the one that stays: of 977.78, 457.14 are left.
    const returned = take(lost.left, one, later);
    expect(returned.refund).toBe(52_064);
    expect(returned.removal.earning).toBe(null);
    expect(leftOf(returned.left)).toBe(45_714);
    // Alone it costs 600.
    expect(take(lost.left, one, strict).refund).toBe(37_778);
    expect(take(returned.left, one, later).refund).toBe(45_714);
  });

  it("never lets them make dearer what is taken out later", () => {
    // The offer of the lost one is the better one with it; without it, the other one is.
    const half = offerOf({ kind: "percentage", percent: 50, covers: [0] });
    const tenth = offerOf({ id: 2, kind: "percentage", percent: 10, covers: [0, 1] });
    const earning = [{ position: 0, variantId: 1, quantity: 1, pricePaise: paise(100_000) }];
    const items = place(
      [
        { pricePaise: 90_000, quantity: 1 },
        { pricePaise: 60_000, quantity: 1 },
      ],
      {
        ...contextOf(null),
        terms: termsOf([half, tenth]),
      },
    );
    const [, soap] = items;
    expect(worthOf([soap as RemovalItem], { ...contextOf(null), terms: termsOf([half, tenth], { earning }) })).toBe(
      54_000,
    );
  });

  it("excuses the set that goes now, not the credit of one that was sent back before", () => {
    const spentCredits: SpentCredit[] = [{ productIds: [1], amountPaise: paise(99_900), orderNumber: "KW-1" }];
    const strict = { ...contextOf(null, { spentCredits }), terms: termsOf([]) };
    const kind = { ...strict, keepsOffers: true };
    const items = place(
      [
        { pricePaise: 99_900, quantity: 1 },
        { pricePaise: 19_900, quantity: 1 },
      ],
      strict,
    );
    const [set, soap] = [
      { position: 0, quantity: 1 },
      { position: 1, quantity: 1 },
    ];
    const returned = take(items, [set], strict);
    expect(returned.refund).toBe(0);
    expect(take(returned.left, [soap], kind).refund).toBe(19_900);
    expect(take(items, [set], kind).refund).toBe(99_900);
    expect(take(items, [set, soap], kind).refund).toBe(119_800);
  });
});

describe("taking units out of an order", () => {
  it("charges the unit that was free once what earned it goes", () => {
    const threeForTwo = offerOf({ kind: "buy_x_get_y", code: "ATTAR3", buyUnits: 2, freeUnits: 1, covers: [0, 1] });
    const context = { ...contextOf(null), terms: termsOf([threeForTwo]) };
    const items = place(
      [
        { pricePaise: 299_900, quantity: 2 },
        { pricePaise: 189_900, quantity: 1 },
      ],
      context,
    );
    expect(leftOf(items)).toBe(599_800);
    const { removal, refund, left } = take(items, [{ position: 0, quantity: 2 }], context);
    // 5,998 less 1,899 for what stays.
    expect(refund).toBe(409_900);
    expect(removal.reasons).toEqual([
      { kind: "offer", name: "Offer", code: "ATTAR3", beforePaise: 189_900, afterPaise: 0 },
    ]);
    // The free unit by itself was paid with what is retained of the others.
    expect(take(left, [{ position: 1, quantity: 1 }], context).refund).toBe(189_900);
    // Two for the full price cost what three did.
    expect(take(items, [{ position: 1, quantity: 1 }], context).refund).toBe(0);
  });

  it("takes an amount off only above its minimum", () => {
    const amount = offerOf({ kind: "amount", amountPaise: paise(50_000), minPaise: paise(200_000), covers: [0] });
    const context = { ...contextOf(null), terms: termsOf([amount]) };
    const items = place([{ pricePaise: 19_900, quantity: 11, gstPercent: 5 }], context);
    expect(leftOf(items)).toBe(168_900);
    // 1,689 less one soap at 199.
    expect(take(items, [{ position: 0, quantity: 10 }], context).refund).toBe(149_000);
    // 1,689 less ten soaps at 199, which no longer reach 2,000: 1,990.
    expect(take(items, [{ position: 0, quantity: 1 }], context).refund).toBe(0);
  });

  it("applies the offer that would have been best for what stays", () => {
    const offers = [
      offerOf({ id: 1, kind: "amount", amountPaise: paise(30_000), minPaise: paise(100_000), covers: [0, 1] }),
      offerOf({ id: 2, kind: "percentage", percent: 10, covers: [1] }),
    ];
    const context = { ...contextOf(null), terms: termsOf(offers) };
    const items = place(
      [
        { pricePaise: 80_000, quantity: 1 },
        { pricePaise: 40_000, quantity: 1 },
      ],
      context,
    );
    expect(leftOf(items)).toBe(90_000);
    // What stays costs 400 less 10 %.
    expect(take(items, [{ position: 0, quantity: 1 }], context).refund).toBe(90_000 - 36_000);
  });

  it("charges the shipping that the rest would have cost, and keeps the fees", () => {
    const shipping = [{ fromGrams: 0, pricePaise: paise(6_000), freeFromPaise: paise(99_900) }];
    const context = { ...contextOf(null), terms: termsOf([], { shipping }), feesPaise: paise(4_900) };
    const items = place(
      [
        { pricePaise: 60_000, quantity: 1 },
        { pricePaise: 50_000, quantity: 1 },
      ],
      context,
    );
    expect(leftOf(items)).toBe(114_900);
    const { refund, removal, left } = take(items, [{ position: 0, quantity: 1 }], context);
    // 500 + 60 shipping + 49 fees stay.
    expect(refund).toBe(114_900 - 60_900);
    expect(removal.reasons).toEqual([{ kind: "charges", beforePaise: 4_900, afterPaise: 10_900 }]);
    expect(take(left, [{ position: 1, quantity: 1 }], context).refund).toBe(60_900);
  });

  it("does not take back shipping that staff has refunded", () => {
    const shipping = [{ fromGrams: 0, pricePaise: paise(6_000), freeFromPaise: null }];
    const context = { ...contextOf(null), terms: termsOf([], { shipping }) };
    const items = place(
      [
        { pricePaise: 60_000, quantity: 1 },
        { pricePaise: 60_000, quantity: 1 },
      ],
      context,
    );
    // 30 of shipping on each item is credited by itself.
    const late = items.map((item) => ({
      ...item,
      taxablePaise: paise(item.taxablePaise - 3_000),
      shippingPaise: paise(0),
    }));
    const waived = { ...context, waivedPaise: paise(6_000) };
    expect(take(late, [{ position: 0, quantity: 1 }], waived).refund).toBe(60_000);
  });

  it("credits the units' shares if staff keeps the offers, or the order has no terms", () => {
    const threeForTwo = offerOf({ kind: "buy_x_get_y", buyUnits: 2, freeUnits: 1, covers: [0] });
    const context = { ...contextOf(null), terms: termsOf([threeForTwo]) };
    const items = place([{ pricePaise: 30_000, quantity: 3 }], context);
    const one = [{ position: 0, quantity: 1 }];
    expect(take(items, one, context).refund).toBe(0);
    expect(take(items, one, { ...context, keepsOffers: true }).refund).toBe(20_000);
    expect(take(items, one, { ...context, terms: null }).refund).toBe(20_000);
  });

  it("retains the credit for a set that another order uses, until it does so no more", () => {
    const context = { ...contextOf(null), terms: termsOf([]) };
    const items = place([{ pricePaise: 99_900, quantity: 1 }], context);
    const spentCredits: SpentCredit[] = [{ productIds: [1], amountPaise: paise(90_000), orderNumber: "KW-1" }];
    const { refund, removal, left } = take(items, [{ position: 0, quantity: 1 }], { ...context, spentCredits });
    expect(refund).toBe(9_900);
    expect(removal.reasons).toEqual([{ kind: "spent_credit", amountPaise: 90_000, orderNumber: "KW-1" }]);
    expect(take(left, [], { ...context, spentCredits }).refund).toBe(0);
    const after = take(left, [], context);
    expect(after.refund).toBe(90_000);
    expect(leftOf(after.left)).toBe(0);
    expect(take(after.left, [], context).refund).toBe(0);
  });
});

const anOrder = fc
  .record({
    lines: fc.array(
      fc.record({
        pricePaise: fc.integer({ min: 100, max: 300_000 }),
        quantity: fc.integer({ min: 1, max: 4 }),
        gstPercent: fc.constantFrom(0, 5, 12, 18, 28),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    offers: fc.array(
      fc.record({
        kind: fc.constantFrom("percentage", "amount", "buy_x_get_y", "bundle_price", "free_shipping", "set_credit"),
        hasCode: fc.boolean(),
        percent: fc.integer({ min: 1, max: 99 }),
        amount: fc.integer({ min: 1, max: 100_000 }),
        buyUnits: fc.integer({ min: 1, max: 3 }),
        freeUnits: fc.integer({ min: 1, max: 2 }),
        minPaise: fc.constantFrom(0, 0, 50_000, 200_000),
        covers: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }),
      }),
      { maxLength: 4 },
    ),
    shipping: fc.array(
      fc.record({
        fromGrams: fc.constantFrom(0, 500, 1000),
        pricePaise: fc.integer({ min: 0, max: 20_000 }),
        freeFromPaise: fc.option(fc.integer({ min: 1, max: 300_000 })),
      }),
      { maxLength: 3 },
    ),
    grams: fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 4, maxLength: 4 }),
    feesPaise: fc.constantFrom(0, 4_900),
    withinState: fc.boolean(),
    wholeRupees: fc.boolean(),
    steps: fc.array(fc.array(fc.nat({ max: 4 }), { minLength: 4, maxLength: 4 }), { maxLength: 5 }),
  })
  .map(({ offers, shipping, feesPaise, withinState, wholeRupees, grams, ...rest }) => {
    let hasCode = false;
    const terms: OrderTerms = {
      offers: offers.map(({ amount, minPaise, hasCode: withCode, ...one }, id): OfferTerms => {
        const code = withCode && !hasCode && one.kind !== "set_credit" ? "CODE" : null;
        if (code) hasCode = true;
        return {
          ...one,
          id,
          name: `Offer ${id}`,
          code,
          amountPaise: paise(amount),
          minPaise: paise(minPaise),
          credit: one.kind === "set_credit" ? { orderId: 1, productId: 99, pricePaise: paise(amount) } : null,
        };
      }),
      shipping: shipping
        .map(({ freeFromPaise, pricePaise, ...band }) => ({
          ...band,
          pricePaise: paise(pricePaise),
          freeFromPaise: freeFromPaise === null ? null : paise(freeFromPaise),
        }))
        .sort((a, b) => a.fromGrams - b.fromGrams),
      grams,
    };
    const context = contextOf(terms, { feesPaise: paise(feesPaise), withinState, wholeRupees });
    return { ...rest, context: { ...context, terms } };
  });

/** Reduces a step to the units that are left. */
const possible = (items: readonly RemovalItem[], step: readonly number[]): Units[] =>
  items
    .map(({ position, quantity }) => ({ position, quantity: Math.min(quantity, step[position] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);

const worthOf = (
  items: readonly RemovalItem[],
  { terms, feesPaise, wholeRupees }: RemovalContext & { terms: OrderTerms },
): Paise =>
  priceByTerms(
    items.filter(({ quantity }) => quantity > 0),
    terms,
    { feesPaise, wholeRupees },
  ).totalPaise;

describe("taking units out of an order that is to be paid in cash", () => {
  const due = { wholeRupees: true, isDue: true, feesPaise: paise(4_900) };
  const third = offerOf({ kind: "percentage", percent: 33, covers: [0, 1] });
  const lines = [
    { pricePaise: 44_950, quantity: 2 },
    { pricePaise: 30_000, quantity: 1, gstPercent: 5 },
  ];
  const one = [{ position: 0, quantity: 1 }];

  it("leaves what costs alone, in whole rupees", () => {
    const context = { ...contextOf(null, due), terms: termsOf([third]) };
    // 1,199 less 395.67 and with the fee of 49 is 852.33.
    const items = place(lines, context);
    expect(leftOf(items)).toBe(85_200);
    // 749.50 less 247.34 (a third of a paisa rounds up) and with the fee is 551.16.
    const { refund, left, removal } = take(items, one, context);
    expect(refund).toBe(30_100);
    expect(leftOf(left)).toBe(55_100);
    expect(removal.kept).toMatchObject({ totalPaise: 55_100, roundingPaise: 16, discountPaise: 24_750 });
  });

  it("leaves whole rupees by shares, too", () => {
    const context = { ...contextOf(null, { ...due, keepsOffers: true }), terms: termsOf([third]) };
    const items = place(lines, context);
    // Of the 852 the two have 899 − 296.67 − 0.25 + 36.74 = 638.82, one 319.41. Of the 532.59 that stay, 0.59 go.
    const { refund, left, removal } = take(items, one, context);
    expect(removal.paidPaise).toBe(31_941);
    expect(refund).toBe(32_000);
    expect(leftOf(left)).toBe(53_200);
    expect(sumPaise(removal.lines.map(totalOf))).toBe(32_000);
  });

  it("rounds an order of an older version down", () => {
    const older = { ...contextOf(null, { ...due, wholeRupees: false }), terms: termsOf([third]) };
    const items = place(lines, older);
    expect(leftOf(items)).toBe(85_233);
    // The two have 639.07, one 319.53. Of the 532.80 that stay, 0.80 go.
    const { left } = take(items, one, contextOf(null, due));
    expect(leftOf(left)).toBe(53_200);
  });

  it("is exact again once the cash is collected", () => {
    const context = { ...contextOf(null, { ...due, isDue: false, keepsOffers: true }), terms: termsOf([third]) };
    expect(take(place(lines, context), one, context).refund).toBe(31_941);
  });
});

const NO_AMOUNTS = {
  shippingPaise: paise(0),
  taxablePaise: paise(0),
  cgstPaise: paise(0),
  sgstPaise: paise(0),
  igstPaise: paise(0),
};

describe("for any order, offers and steps", () => {
  it("what is not credited is the least that what stayed would have cost by itself at any time, to the paisa", () => {
    fc.assert(
      fc.property(anOrder, ({ lines, context, steps }) => {
        let items = place(lines, context);
        let expected = leftOf(items);
        const paid = expected;
        let credited = 0;
        for (const step of steps) {
          const units = possible(items, step);
          if (units.length === 0) continue;
          const { refund, left, removal } = take(items, units, context);
          expected = paise(Math.min(expected, worthOf(left, context)));
          expect(refund).toBeGreaterThanOrEqual(0);
          expect(sumPaise(removal.lines.map(totalOf))).toBe(refund);
          expect(leftOf(left)).toBe(expected);
          for (const line of removal.lines) {
            expect(line.cgstPaise).toBe(line.sgstPaise);
            expect(line.shippingPaise).toBeLessThanOrEqual(totalOf(line));
          }
          for (const item of left) {
            for (const part of ["taxablePaise", "cgstPaise", "igstPaise", "shippingPaise", "quantity"] as const)
              expect(item[part]).toBeGreaterThanOrEqual(0);
            expect(item.shippingPaise).toBeLessThanOrEqual(totalOf(item));
          }
          credited += refund;
          items = left;
        }
        const rest = possible(items, [9, 9, 9, 9]);
        if (rest.length > 0) {
          const last = take(items, rest, context);
          credited += last.refund;
          items = last.left;
        }
        expect(credited).toBe(paid);
        expect(leftOf(items)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it("one step ends as cheap as what stays by itself, and no cheaper", () => {
    fc.assert(
      fc.property(anOrder, ({ lines, context, steps }) => {
        const items = place(lines, context);
        const units = possible(items, steps[0] ?? [1, 0, 0, 0]);
        if (units.length === 0) return;
        const { left, removal } = take(items, units, context);
        expect(leftOf(left)).toBe(Math.min(leftOf(items), worthOf(left, context)));
        // Both are rounded, each once for each of the order's lines; and less than a rupee needs no reason for cash.
        const less = removal.paidPaise - removal.totalPaise;
        if (less > items.length + (context.wholeRupees ? 99 : 0) && removal.kept)
          expect(removal.reasons).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("replacing units makes the order cost its worth, or as much more as the price of what comes", () => {
    fc.assert(
      fc.property(anOrder, ({ lines, context, steps }) => {
        if (lines.length < 2) return;
        // The last line comes later; the terms cover it already.
        const [added] = ordered(lines).slice(-1);
        if (!added) return;
        const items = place(lines.slice(0, -1), context);
        const units = possible(items, steps[0] ?? [1, 0, 0, 0]);
        const { left, removal } = take(items, units, { ...context, added: [added] });
        const value = added.pricePaise * added.quantity;
        const { totalPaise, shippingPaise, discounts } = removal.added;
        const off = sumPaise(discounts);
        expect(totalPaise).toBe(value - off + shippingPaise);
        expect(Math.min(totalPaise, shippingPaise, off, value - off)).toBeGreaterThanOrEqual(0);
        expect(sumPaise(removal.lines.map(totalOf))).toBe(removal.totalPaise);
        const whole = [...left, { ...added, ...NO_AMOUNTS }];
        const shippingLeft = sumPaise(items.map((item) => item.shippingPaise));
        const { kept } = removal;
        const dearer = Math.max(0, (kept ? kept.shippingPaise + kept.feesPaise : 0) - shippingLeft);
        expect(leftOf(left) + totalPaise).toBe(Math.min(worthOf(whole, context), leftOf(items) + value + dearer));
      }),
      { numRuns: 1000 },
    );
  });
});
