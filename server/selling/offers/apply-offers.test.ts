import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Paise, paise, sumPaise } from "../../base/money.ts";
import { price } from "../pricing/price.ts";
import { applyOffers, type OfferInput, type SetCredit } from "./apply-offers.ts";
import type { CandidateOffer, OfferLine } from "./candidate.ts";
import { canStillApply, codeProblemText } from "./code-problem.ts";
import type { SampleVariant } from "./free-samples.ts";

const NOW = new Date("2026-11-23T10:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000);

let ids = 0;
function anOffer(
  values: Partial<CandidateOffer>,
  conditions: Partial<CandidateOffer["conditions"]> = {},
): CandidateOffer {
  ids += 1;
  return {
    id: ids,
    name: `Offer ${ids}`,
    kind: "percentage",
    needsCode: values.code !== undefined && values.code !== null,
    percent: null,
    amountPaise: null,
    buyUnits: null,
    freeUnits: null,
    creditDays: null,
    conditions: { products: [], categories: [], customers: [], sets: [], ...conditions },
    minPaise: paise(0),
    firstOrderOnly: false,
    startsAt: daysAgo(10),
    endsAt: null,
    maxUses: null,
    maxUsesPerCustomer: null,
    uses: 0,
    version: 1,
    code: null,
    customerUses: 0,
    isPending: false,
    samples: [],
    ...values,
  };
}
const aSample = (values: Pick<SampleVariant, "variantId"> & Partial<SampleVariant>): SampleVariant => ({
  productId: 1,
  slug: "rose",
  title: "Rose",
  label: "2 ml",
  sku: "ROSE-2",
  hsn: "33030090",
  gstPercent: 18,
  isAlcoholFree: false,
  image: null,
  stock: 10,
  isChosen: false,
  ...values,
});
const percentOff = (percent: number, more: Partial<CandidateOffer> = {}, conditions = {}) =>
  anOffer({ percent, ...more }, conditions);
const amountOff = (amount: number, more: Partial<CandidateOffer> = {}, conditions = {}) =>
  anOffer({ kind: "amount", amountPaise: paise(amount), ...more }, conditions);
const buyGet = (buyUnits: number, freeUnits: number, more: Partial<CandidateOffer> = {}) =>
  anOffer({ kind: "buy_x_get_y", buyUnits, freeUnits, ...more });
const bundle = (buyUnits: number, amount: number, more: Partial<CandidateOffer> = {}) =>
  anOffer({ kind: "bundle_price", buyUnits, amountPaise: paise(amount), ...more });

const line = (productId: number, pricePaise: number, quantity = 1, categoryIds: number[] = []): OfferLine => ({
  productId,
  variantId: 100 + productId,
  pricePaise: paise(pricePaise),
  quantity,
  categoryIds,
});
const decide = (lines: readonly OfferLine[], offers: readonly CandidateOffer[], more: Partial<OfferInput> = {}) =>
  applyOffers(lines, {
    customerId: 1,
    offers,
    code: offers.find(({ code }) => code !== null)?.code ?? null,
    hasOrdered: false,
    setCredits: [],
    now: NOW,
    ...more,
  });
const problemOf = (...args: Parameters<typeof decide>) => decide(...args).code?.problem;

describe("the discount of an offer", () => {
  it("by percentage is allocated to the paisa, in proportion to the lines", () => {
    // 10 % of 2499.00 + 2 × 179.50 + 449.99 = 3307.99 is 330.799: 330.80. Shares: 249.9008, 35.9001, 44.9992.
    const { discounts, applied } = decide([line(1, 249_900), line(2, 17_950, 2), line(3, 44_999)], [percentOff(10)]);
    expect(applied).toMatchObject([{ name: `Offer ${ids}`, code: null, discountPaise: 33_080 }]);
    expect(discounts).toEqual([24_990, 3_590, 4_500]);
  });

  it("by amount is at most the price of the products that it is for", () => {
    const lines = [line(1, 30_000), line(2, 70_000)];
    expect(decide(lines, [amountOff(10_000)]).discounts).toEqual([3_000, 7_000]);
    expect(decide(lines, [amountOff(50_000, {}, { products: [1] })]).discounts).toEqual([30_000, 0]);
  });

  it("is for products and categories alike", () => {
    const lines = [line(1, 10_000), line(2, 10_000, 1, [7, 8]), line(3, 10_000, 1, [9])];
    expect(decide(lines, [percentOff(50, {}, { products: [1], categories: [8] })]).discounts).toEqual([
      5_000, 5_000, 0,
    ]);
  });

  it("by units makes the cheapest of each full group free", () => {
    // Sorted: 500, 500, 300 (free), 200: three of four units are a group.
    expect(decide([line(1, 30_000), line(2, 50_000, 2), line(3, 20_000)], [buyGet(2, 1)]).discounts).toEqual([
      30_000, 0, 0,
    ]);
    // Six units: 500, 500, 400 (free), 300, 200, 200 (free).
    expect(
      decide([line(1, 50_000, 2), line(2, 40_000), line(3, 30_000), line(4, 20_000, 2)], [buyGet(2, 1)]).discounts,
    ).toEqual([0, 40_000, 0, 20_000]);
  });

  it("by bundle price takes off what each full group costs above it", () => {
    // 3 for 999.00: 500 + 400 + 300 is 201.00 above it, shared 83.75, 67.00, 50.25; the unit at 200 is in no group.
    const lines = [line(1, 50_000), line(2, 40_000), line(3, 30_000), line(4, 20_000)];
    expect(decide(lines, [bundle(3, 99_900)]).discounts).toEqual([8_375, 6_700, 5_025, 0]);
    expect(decide([line(1, 10_000, 3)], [bundle(3, 99_900)]).applied).toEqual([]);
  });
});

describe("several offers", () => {
  it("add up to the best automatic one and the code, which counts on what is left", () => {
    const offers = [percentOff(5), percentOff(20), percentOff(10, { code: "TEN" })];
    const { applied, discounts } = decide([line(1, 100_000)], offers);
    expect(applied.map(({ discountPaise, code }) => [discountPaise, code])).toEqual([
      [20_000, null],
      [8_000, "TEN"],
    ]);
    expect(discounts).toEqual([28_000]);
  });

  it("never count a discounted product in an offer by units", () => {
    const offers = [percentOff(20, {}, { products: [1] }), buyGet(2, 1, { code: "THREE" })];
    expect(problemOf([line(1, 50_000, 3)], offers)).toEqual({ reason: "discounted_already" });
    expect(decide([line(1, 50_000), line(2, 30_000, 3)], offers).discounts).toEqual([10_000, 30_000]);
  });

  it("have free shipping beside them where shipping costs something", () => {
    const offers = [percentOff(10), anOffer({ kind: "free_shipping", minPaise: paise(50_000) })];
    const shippingPaise = paise(4_900);
    expect(decide([line(1, 60_000)], offers, { shippingPaise })).toMatchObject({
      freeShipping: true,
      applied: [{ discountPaise: 6_000 }, { discountPaise: 0 }],
    });
    expect(decide([line(1, 40_000)], offers, { shippingPaise }).freeShipping).toBe(false);
    expect(decide([line(1, 60_000)], offers)).toMatchObject({ freeShipping: false, applied: [{}] });
  });
});

describe("free samples", () => {
  const samples = [aSample({ variantId: 1, isChosen: true }), aSample({ variantId: 2 })];
  const offered = (freeUnits: number, minimum: number, values: Partial<CandidateOffer> = {}) =>
    anOffer({ kind: "free_samples", freeUnits, minPaise: paise(minimum), samples, ...values });

  it("come from the earned offer with the most samples, else from the offer that is nearest to being earned", () => {
    const offers = [offered(1, 50_000), offered(3, 100_000), offered(5, 200_000)];
    const decided = (value: number) => decide([line(1, value)], offers).samples;
    expect(decided(40_000)).toMatchObject({ max: 1, missingPaise: 10_000, chosen: [] });
    expect(decided(150_000)).toMatchObject({ max: 3, missingPaise: 0, chosen: [{ variantId: 1 }] });
    expect(decide([], offers).samples).toBeNull();
  });

  it("count as a use of their offer only when some are chosen", () => {
    const uses = (values: Partial<CandidateOffer>) => decide([line(1, 60_000)], [offered(2, 50_000, values)]).applied;
    expect(uses({})).toMatchObject([{ discountPaise: 0, code: null }]);
    expect(uses({ samples: [aSample({ variantId: 2 })] })).toEqual([]);
    expect(uses({ maxUses: 5, uses: 5 })).toEqual([]);
  });
});

describe("the credit of a discovery set", () => {
  const credit: SetCredit = { orderId: 77, productId: 9, pricePaise: paise(99_900), deliveredAt: daysAgo(60) };
  const offers = [anOffer({ kind: "set_credit", creditDays: 60 }, { sets: [9], categories: [5] })];

  it("is its price off the most expensive full size, once and within its days", () => {
    const lines = [line(1, 149_900, 1, [5]), line(2, 249_900, 1, [5]), line(3, 500_000)];
    const { discounts, applied } = decide(lines, offers, { setCredits: [credit, { ...credit, orderId: 78 }] });
    expect(discounts).toEqual([0, 99_900, 0]);
    expect(applied).toMatchObject([{ set: { orderId: 77 }, discountPaise: 99_900 }]);
    const late = { ...credit, deliveredAt: daysAgo(60.01) };
    expect(decide(lines, offers, { setCredits: [late] }).applied).toEqual([]);
  });

  it("pays for no set, and never more than the product costs", () => {
    expect(decide([line(9, 99_900, 1, [5])], offers, { setCredits: [credit] }).applied).toEqual([]);
    expect(decide([line(1, 50_000, 1, [5])], offers, { setCredits: [credit] }).discounts).toEqual([50_000]);
  });

  it("pays for all units of the most expensive product, also for those that were added later", () => {
    // 999.00 for 2 and 3 units at 249.00: shares 399.60 and 599.40.
    const lines = [line(1, 24_900, 2, [5]), line(2, 19_900, 9, [5]), line(1, 24_900, 3, [5])];
    expect(decide(lines, offers, { setCredits: [credit] }).discounts).toEqual([39_960, 0, 59_940]);
  });
});

describe("a code that does not apply", () => {
  const lines = [line(1, 60_000), line(2, 5_000)];
  it.each<[string, Partial<CandidateOffer>, object, Partial<OfferInput>]>([
    ["The code X expired on 22 November 2026.", { endsAt: daysAgo(1) }, {}, {}],
    ["The code X can be used from 25 November 2026.", { startsAt: daysAgo(-2) }, {}, {}],
    ["The code X has been used as often as it could be.", { maxUses: 5, uses: 5 }, {}, {}],
    ["You’ve already used the code X.", { maxUsesPerCustomer: 1, customerUses: 1 }, {}, {}],
    ["The code X is for your first order only.", { firstOrderOnly: true }, {}, { hasOrdered: true }],
    ["The code X isn’t for your account.", {}, { customers: [2, 3] }, {}],
  ])("never will: %s", (text, values, conditions, input) => {
    const problem = problemOf(lines, [percentOff(10, { code: "X", ...values }, conditions)], input);
    if (!problem) throw new Error("it applies");
    expect(codeProblemText("X", problem)).toBe(text);
    expect(canStillApply(problem)).toBe(false);
  });

  it.each<[string, CandidateOffer]>([
    ["Add ₹350 more to use the code X.", percentOff(10, { code: "X", minPaise: paise(100_000) })],
    [
      "Add ₹400 more of the products that it is for to use the code X.",
      percentOff(10, { code: "X", minPaise: paise(100_000) }, { products: [1] }),
    ],
    ["The code X isn’t for the products in your cart.", percentOff(10, { code: "X" }, { categories: [4] })],
    ["Add 1 more of the products that it is for to use the code X.", buyGet(2, 1, { code: "X" })],
  ])("may with another cart: %s", (text, offer) => {
    const problem = problemOf(lines, [offer]);
    if (!problem) throw new Error("it applies");
    expect(codeProblemText("X", problem)).toBe(text);
    expect(canStillApply(problem)).toBe(true);
  });

  it("is unknown without an offer; the last use of an unpaid order is its customer's own", () => {
    expect(problemOf(lines, [percentOff(10)], { code: "NOPE" })).toEqual({ reason: "unknown" });
    const own = percentOff(10, { code: "X", maxUses: 5, uses: 5, isPending: true });
    expect(problemOf(lines, [own])).toBeNull();
  });
});

describe("for any cart and offers", () => {
  const anyLines = fc.uniqueArray(
    fc.record({
      productId: fc.integer({ min: 1, max: 12 }),
      variantId: fc.integer({ min: 1, max: 40 }),
      quantity: fc.integer({ min: 1, max: 20 }),
      pricePaise: fc.integer({ min: 1, max: 500_000 }).map(paise),
      categoryIds: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
      gstPercent: fc.constantFrom(0, 5, 18, 40),
    }),
    { selector: ({ variantId }) => variantId, minLength: 1, maxLength: 10 },
  );
  const conditions = fc.record({
    products: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
    categories: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
    sets: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
  });
  const values = fc.record({
    kind: fc.constantFrom(
      "percentage",
      "amount",
      "free_shipping",
      "buy_x_get_y",
      "bundle_price",
      "set_credit" as const,
      "free_samples" as const,
    ),
    percent: fc.integer({ min: 1, max: 100 }),
    amountPaise: fc.integer({ min: 1, max: 300_000 }).map(paise),
    buyUnits: fc.integer({ min: 1, max: 4 }),
    freeUnits: fc.integer({ min: 1, max: 3 }),
    minPaise: fc.integer({ min: 0, max: 200_000 }).map(paise),
    samples: fc.uniqueArray(
      fc.record({
        variantId: fc.integer({ min: 1, max: 40 }),
        stock: fc.integer({ min: 0, max: 25 }),
        isChosen: fc.boolean(),
      }),
      { selector: ({ variantId }) => variantId, maxLength: 6 },
    ),
  });
  const anyOffers = fc
    .array(fc.tuple(values, conditions), { maxLength: 5 })
    .chain((offers) => fc.record({ offers: fc.constant(offers), withCode: fc.boolean() }))
    .map(({ offers, withCode }) =>
      offers.map(([one, conditioned], at) =>
        anOffer(
          {
            ...one,
            samples: one.samples.map((given) => aSample(given)),
            creditDays: 60,
            // Samples have no code.
            ...(withCode && at === 0 && one.kind !== "free_samples" && { code: "CODE" }),
          },
          conditioned,
        ),
      ),
    );
  const input = {
    shippingPaise: paise(4_900),
    setCredits: [1, 2, 3].map((productId) => ({
      orderId: productId,
      productId,
      pricePaise: paise(99_900),
      deliveredAt: daysAgo(3),
    })),
  };

  it("discounts add up to the paisa and never exceed a line", () => {
    fc.assert(
      fc.property(anyLines, anyOffers, fc.boolean(), (lines, offers, withinState) => {
        const { applied, discounts } = decide(lines, offers, input);
        expect(sumPaise(discounts)).toBe(sumPaise(applied.map(({ discountPaise }) => discountPaise)));
        // Throws for a discount below 0 or above its line's value.
        const priced = price(
          lines.map((one, at) => ({ ...one, originalPricePaise: null, discountPaise: discounts[at] as Paise })),
          { withinState },
        );
        const goods = lines.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0);
        expect(priced.totalPaise).toBe(goods - sumPaise(discounts));
        expect(
          sumPaise(
            priced.lines.flatMap((one) => [one.taxablePaise, one.cgstPaise, one.sgstPaise, one.igstPaise] as Paise[]),
          ),
        ).toBe(priced.totalPaise);
      }),
    );
  });

  it("samples are as many as allowed, in stock beside what is bought, and take nothing off", () => {
    fc.assert(
      fc.property(anyLines, anyOffers, (lines, offers) => {
        const { samples, applied, discounts } = decide(lines, offers, input);
        const without = decide(
          lines,
          offers.filter(({ kind }) => kind !== "free_samples"),
          input,
        );
        expect(discounts).toEqual(without.discounts);
        if (!samples) return;
        const { chosen, max, missingPaise, offerId } = samples;
        expect(chosen.length).toBeLessThanOrEqual(missingPaise > 0 ? 0 : max);
        for (const { variantId, stock, isChosen } of chosen) {
          const bought = sumPaise(lines.filter((one) => one.variantId === variantId).map((one) => paise(one.quantity)));
          expect(isChosen && stock > bought).toBe(true);
        }
        expect(applied.some((one) => one.offerId === offerId)).toBe(chosen.length > 0);
      }),
    );
  });

  it("the order of lines and offers does not matter", () => {
    fc.assert(
      fc.property(anyLines, anyOffers, (lines, offers) => {
        const one = decide(lines, offers, input);
        const other = decide(lines.toReversed(), offers.toReversed(), input);
        expect(other.discounts.toReversed()).toEqual(one.discounts);
        const inOrder = other.applied.map((offer) => ({ ...offer, discounts: offer.discounts.toReversed() }));
        expect(inOrder).toEqual(one.applied);
        expect(other.samples).toEqual(one.samples);
      }),
    );
  });
});
