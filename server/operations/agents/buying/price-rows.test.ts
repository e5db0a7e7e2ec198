/** What agents are told an order costs is what the checkout says, to the paisa, and adds up by the protocol's rules. */

import fc from "fast-check";
import { expect, it } from "vitest";
import type { PaymentMethod } from "../../../../contract/orders/schemas.ts";
import { type Paise, paise, toPaise } from "../../../base/money.ts";
import type { CashRules } from "../../../buying/checkout/cash-terms.ts";
import { toCheckout } from "../../../buying/checkout/read-checkout.ts";
import type { OrderRules } from "../../../buying/checkout/requested-order.ts";
import type { OfferInput } from "../../../selling/offers/apply-offers.ts";
import type { CandidateOffer } from "../../../selling/offers/candidate.ts";
import type { SampleVariant } from "../../../selling/offers/free-samples.ts";
import type { ShippingRules } from "../../../selling/shipping/shipping-rules.ts";
import type { CartRow } from "../../../shop/cart/read-cart.ts";
import { appliedDiscounts, lineTotalsOf, optionTotalsOf, type Total, totalsOf } from "../wire/shared/totals.ts";
import type { AgentLine } from "./agent-session.ts";
import { priceRows } from "./price-rows.ts";

const NOW = new Date("2026-12-01T06:00:00Z");
const LUCKNOW = { street: "4 Park Road", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };

const row = (values: { price: number; mrp: number | null; quantity: number; grams: number }, at: number): CartRow => ({
  productId: at + 1,
  variantId: 100 + at,
  isFirst: true,
  slug: `product-${at}`,
  title: `Product ${at}`,
  subTitle: "",
  label: "50 ml",
  image: null,
  categoryIds: [at % 3],
  quantity: values.quantity,
  agreedPricePaise: paise(values.price),
  hasPendingOrder: false,
  hasUnpaidOrders: false,
  variant: {
    pricePaise: paise(values.price),
    originalPricePaise: values.mrp === null ? null : paise(values.price + values.mrp),
    gstPercent: 18,
    stock: 99,
    sku: `SKU-${at}`,
    hsn: "33030090",
    weightGrams: values.grams,
    isAlcoholFree: false,
  },
});

const offer = (id: number, values: Partial<CandidateOffer>): CandidateOffer => ({
  id,
  name: `Offer ${id}`,
  kind: "percentage",
  needsCode: false,
  percent: null,
  amountPaise: null,
  buyUnits: null,
  freeUnits: null,
  creditDays: null,
  conditions: { products: [], categories: [], customers: [], sets: [] },
  minPaise: paise(0),
  firstOrderOnly: false,
  startsAt: new Date("2026-11-01T00:00:00Z"),
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
});

const sample: SampleVariant = {
  variantId: 900,
  productId: 90,
  slug: "rose",
  title: "Rose",
  label: "2 ml",
  sku: "ROSE-2",
  hsn: "33030090",
  gstPercent: 18,
  isAlcoholFree: false,
  image: null,
  stock: 10,
  isChosen: true,
};
const samples = offer(99, { kind: "free_samples", freeUnits: 1, samples: [sample] });

const rows = fc
  .array(
    fc.record({
      price: fc.integer({ min: 1, max: 500_000 }),
      mrp: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: null }),
      quantity: fc.integer({ min: 1, max: 9 }),
      grams: fc.integer({ min: 0, max: 900 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => all.map(row));

const offers = fc
  .array(
    fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant("amount" as const), amountPaise: fc.integer({ min: 1, max: 90_000 }).map(paise) }),
      fc.record({
        kind: fc.constant("free_shipping" as const),
        minPaise: fc.integer({ min: 0, max: 400_000 }).map(paise),
      }),
      fc.record({ kind: fc.constant("buy_x_get_y" as const), buyUnits: fc.constant(2), freeUnits: fc.constant(1) }),
      fc.record({
        kind: fc.constant("bundle_price" as const),
        buyUnits: fc.constant(3),
        amountPaise: fc.integer({ min: 100, max: 90_000 }).map(paise),
      }),
    ),
    { maxLength: 3 },
  )
  .chain((all) =>
    fc.record({
      withCode: fc.boolean(),
      list: fc.constant(all.map((values, at) => offer(at + 1, values))),
    }),
  )
  .map(({ withCode, list }) =>
    withCode ? list.map((one, at) => (at === 0 ? { ...one, needsCode: true, code: "SUMMER" } : one)) : list,
  );

const shipping = fc
  .record({
    standard: fc.integer({ min: 0, max: 20_000 }),
    freeFrom: fc.option(fc.integer({ min: 0, max: 600_000 }), { nil: null }),
    heavy: fc.integer({ min: 0, max: 40_000 }),
    express: fc.integer({ min: 0, max: 50_000 }),
  })
  .map(({ standard, freeFrom, heavy, express }): ShippingRules => {
    const rate = (fromGrams: number, price: number, free: number | null) => ({
      fromGrams,
      pricePaise: paise(price),
      freeFromPaise: free === null ? null : paise(free),
      days: { min: 2, max: 4 },
    });
    return {
      methods: [
        { code: "standard", name: "Standard", cutOff: "14:00" },
        { code: "express", name: "Express", cutOff: "12:00" },
      ],
      zones: [
        {
          code: "all",
          name: "India",
          pincodes: [],
          states: [],
          rates: {
            standard: [rate(0, standard, freeFrom), rate(1000, heavy, freeFrom)],
            express: [rate(0, express, null)],
          },
        },
      ],
      holidays: [],
    };
  });

const cashRules = (feePaise: Paise): CashRules => ({
  minPaise: paise(0),
  maxPaise: paise(100_000_000),
  feePaise,
  excludedPincodes: [],
  excludedCategories: [],
  maxOpenOrders: 3,
  maxRefused: 3,
  confirmMinutes: 60,
  advance: null,
});

const sumOf = (totals: readonly Total[]) =>
  totals.reduce((sum, { type, amount }) => (type === "total" ? sum : sum + amount), 0);
const totalOf = (totals: readonly Total[]) => totals.find(({ type }) => type === "total")?.amount;

it("costs in 10,000 carts what their checkout says, and its totals add up", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      rows,
      offers,
      shipping,
      fc.constantFrom<PaymentMethod>("online", "cash_on_delivery"),
      fc.integer({ min: 0, max: 9_900 }),
      fc.constantFrom(null, "standard", "express"),
      (items, list, shippingRules, wanted, fee, optionId) => {
        const input: OfferInput = {
          customerId: null,
          offers: list,
          code: list.some(({ code }) => code !== null) ? "SUMMER" : null,
          hasOrdered: false,
          setCredits: [],
          now: NOW,
        };
        const calendar = { weekdays: [1, 2, 3, 4, 5], holidays: [] };
        const cash = cashRules(paise(fee));
        const checkout = toCheckout(
          items,
          // Its customer has also chosen a free sample.
          { ...input, customerId: 1, offers: [...list, samples] },
          {
            maxUnits: 99,
            maxPaise: paise(100_000_000),
            shipping: { rules: shippingRules, calendar },
            sellerState: "Karnataka",
            destination: { pincode: LUCKNOW.pincode, state: LUCKNOW.state },
            shippingMethod: optionId ?? undefined,
            cash: {
              rules: cash,
              facts: { categories: [], openOrders: 0, refused: 0, cashToCollectPaise: paise(0), listing: "allowed" },
            },
            paymentMethod: wanted,
            giftWrapPaise: null,
            hasOtherReceiver: false,
            now: NOW,
          },
        );
        const rules = {
          maxUnits: 99,
          maxPaise: paise(100_000_000),
          seller: { brand: "Kewra", name: "Kewra", address: [], gstin: "", state: "Karnataka" },
          shipping: { rules: shippingRules, calendar },
          cash,
          giftWrapPaise: null,
          now: NOW,
        } as unknown as OrderRules;
        const choice = { destination: LUCKNOW, optionId, paymentMethod: checkout.paymentMethod };
        const { priced, totals, offers: applied, methods } = priceRows(items, input, choice, rules);
        const lines = priced.lines.map(
          ({ item, pricePaise, quantity, discountPaise }): AgentLine => ({
            sku: item.variant?.sku ?? "",
            title: item.title,
            imageUrl: null,
            price: pricePaise,
            quantity,
            discount: discountPaise,
          }),
        );
        const all = totalsOf(lines, totals);
        expect(totalOf(all)).toBe(toPaise(checkout.totalPrice));
        expect(sumOf(all)).toBe(totalOf(all));
        expect((totals.shipping ?? 0) - totals.shippingDiscount).toBe(toPaise(checkout.shipping));
        expect(totals.fees).toBe(toPaise(checkout.fees));
        expect(all.filter(({ type }) => type === "subtotal")).toHaveLength(1);
        expect(all.some(({ type }) => type === "tax")).toBe(false);
        for (const { type, amount } of all)
          if (type.endsWith("discount")) expect(amount).toBeLessThan(0);
          else expect(amount).toBeGreaterThanOrEqual(0);
        for (const line of lines) {
          const own = lineTotalsOf(line);
          expect(sumOf(own)).toBe(totalOf(own));
        }
        const goods = lines.reduce((sum, line) => sum + (totalOf(lineTotalsOf(line)) ?? 0), 0);
        expect(goods + (totals.shipping ?? 0) - totals.shippingDiscount + totals.fees).toBe(totals.total);
        const discounts = appliedDiscounts(lines, applied);
        const allocations = discounts.flatMap((one) => one.allocations);
        const allocated = (path: string) =>
          allocations.reduce((sum, one) => (one.path === path ? sum + one.amount : sum), 0);
        expect(lines.map((_, at) => allocated(`$.line_items[${at}]`))).toEqual(lines.map(({ discount }) => discount));
        expect(allocated("$.totals.shipping")).toBe(totals.shippingDiscount);
        for (const { amount, allocations: own } of discounts)
          expect(own.reduce((sum, one) => sum + one.amount, 0)).toBe(amount);
        for (const option of methods) {
          const own = optionTotalsOf(option);
          expect(own.length > 1 ? sumOf(own) : totalOf(own)).toBe(totalOf(own));
          if (option.rate.method.code === checkout.shippingMethod)
            expect(totalOf(own)).toBe(toPaise(checkout.shipping));
        }
        expect(methods.map(({ rate }) => rate.method.code)).toEqual(checkout.shippingMethods.map(({ code }) => code));
      },
    ),
    { numRuns: 10_000 },
  );
});

it("shows each shipping method with what it costs after offers, and rounds cash down", () => {
  // 3 × ₹333.33 = ₹999.99; 10 % off = ₹100.00 (rounded half up); Standard ₹50 is free by the offer.
  const items = [row({ price: 33_333, mrp: null, quantity: 3, grams: 100 }, 0)];
  const input: OfferInput = {
    customerId: null,
    offers: [offer(1, { percent: 10 }), offer(2, { kind: "free_shipping" })],
    code: null,
    hasOrdered: false,
    setCredits: [],
    now: NOW,
  };
  const rules = {
    seller: { state: "Karnataka" },
    shipping: {
      rules: {
        methods: [{ code: "standard", name: "Standard", cutOff: "14:00" }],
        zones: [
          {
            code: "all",
            name: "India",
            pincodes: [],
            states: [],
            rates: { standard: [{ fromGrams: 0, pricePaise: paise(5000), freeFromPaise: null, days: null }] },
          },
        ],
        holidays: [],
      },
      calendar: { weekdays: [1], holidays: [] },
    },
    cash: cashRules(paise(4_000)),
    giftWrapPaise: null,
    now: NOW,
  } as unknown as OrderRules;
  const online = priceRows(items, input, { destination: LUCKNOW, optionId: null, paymentMethod: "online" }, rules);
  const totals = { shipping: 5_000, shippingDiscount: 5_000, fees: 0, rounding: 0, total: 89_999 };
  expect(online.totals).toEqual(totals);
  expect(online.methods.map(({ price, discount }) => [price, discount])).toEqual([[5_000, 5_000]]);
  const cash = priceRows(
    items,
    input,
    { destination: LUCKNOW, optionId: null, paymentMethod: "cash_on_delivery" },
    rules,
  );
  // ₹899.99 + ₹40 = ₹939.99, rounded down by 99 paise.
  expect(cash.totals).toEqual({ ...totals, fees: 4_000, rounding: 99, total: 93_900 });
  const line = { price: paise(33_333), quantity: 3, discount: paise(10_099) };
  const goods = { path: "$.line_items[0]", amount: 10_000 };
  expect(appliedDiscounts([line], cash.offers)).toEqual([
    { title: "Offer 1", amount: 10_000, automatic: true, priority: 1, allocations: [goods] },
    {
      ...{ title: "Offer 2", amount: 5_000, automatic: true, priority: 2 },
      allocations: [{ path: "$.totals.shipping", amount: 5_000 }],
    },
    {
      ...{ title: "Rounded down to whole rupees", amount: 99, automatic: true, priority: 3 },
      allocations: [{ ...goods, amount: 99 }],
    },
  ]);
});
