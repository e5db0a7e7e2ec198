import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { availableUnits, noticesOf, type PricedItem, priceCart, pricePaiseOf } from "./cart-totals.ts";

const item = (
  values: Partial<Omit<PricedItem, "product">> = {},
  product: Partial<NonNullable<PricedItem["product"]>> | null = {},
): PricedItem => ({
  quantity: 1,
  agreedPricePaise: 50_000,
  ...values,
  product: product && { pricePaise: 50_000, originalPricePaise: null, stock: 10, ...product },
});

const paise = fc.integer({ min: 1, max: 10_000_000 });
const anyItem: fc.Arbitrary<PricedItem> = fc.record({
  quantity: fc.integer({ min: 1, max: 1000 }),
  agreedPricePaise: paise,
  product: fc.option(
    fc.record({
      pricePaise: paise,
      originalPricePaise: fc.option(paise),
      stock: fc.integer({ min: 0, max: 2000 }),
    }),
  ),
});

describe("the amounts of a cart", () => {
  it("are the sums of price and of saving, times quantity", { meta: { requirements: "R16" } }, () => {
    // 3 × 99.50 = 298.50 and 1 × 999 = 999; saved: 3 × (120 - 99.50) = 61.50
    const items = [
      item({ quantity: 3, agreedPricePaise: 9950 }, { pricePaise: 9950, originalPricePaise: 12_000 }),
      item({ agreedPricePaise: 99_900 }, { pricePaise: 99_900 }),
    ];
    expect(priceCart(items, 20)).toEqual({ totalPricePaise: 129_750, totalDiscountPaise: 6150, settled: true });
  });

  it("are whole paise that add up for any cart, whatever its order", () => {
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 50 }), (items) => {
        const whole = priceCart(items, 20);
        const parts = items.map((one) => priceCart([one], 20));
        for (const amount of ["totalPricePaise", "totalDiscountPaise"] as const) {
          expect(Number.isSafeInteger(whole[amount])).toBe(true);
          expect(whole[amount]).toBeGreaterThanOrEqual(0);
          expect(parts.reduce((sum, part) => sum + part[amount], 0)).toBe(whole[amount]);
        }
        expect(priceCart([...items].reverse(), 20)).toEqual(whole);
        expect(parts.every(({ settled }) => settled)).toBe(whole.settled);
      }),
    );
  });

  it("leave out what cannot be had", () => {
    const none = { totalPricePaise: 0, totalDiscountPaise: 0, settled: false };
    expect(priceCart([item({}, { stock: 0, originalPricePaise: 60_000 })], 20)).toEqual(none);
    expect(priceCart([item({}, null)], 20)).toEqual(none);
    expect(priceCart([], 20)).toEqual({ ...none, settled: true });
  });
});

describe("what a customer is told of an item", () => {
  it.each([
    ["nothing, when all is as it was", item(), []],
    ["that it is no longer sold", item({}, null), ["gone"]],
    [
      "that there is none left, and not what it would cost",
      item({}, { stock: 0, pricePaise: 60_000 }),
      ["out_of_stock"],
    ],
    ["that there are fewer than wanted", item({ quantity: 3 }, { stock: 2 }), ["too_many"]],
    ["that it is more than an order takes", item({ quantity: 21 }, { stock: 100 }), ["too_many"]],
    ["that it costs more", item({}, { pricePaise: 50_001 }), ["price_rose"]],
    ["that it costs less", item({}, { pricePaise: 49_999 }), ["price_fell"]],
    ["both", item({ quantity: 3 }, { stock: 2, pricePaise: 50_001 }), ["too_many", "price_rose"]],
  ])("%s", (_, told, notices) => {
    expect(noticesOf(told, 20)).toEqual(notices);
  });

  it("keeps from paying, unless it is that the price fell", () => {
    fc.assert(
      fc.property(anyItem, (any) => {
        const notices = noticesOf(any, 20);
        expect(priceCart([any], 20).settled).toBe(notices.every((notice) => notice === "price_fell"));
      }),
    );
  });
});

it("as many can be had as there are, and as an order takes", () => {
  expect(availableUnits(item({}, { stock: 7 }), 20)).toBe(7);
  expect(availableUnits(item({}, { stock: 70 }), 20)).toBe(20);
  expect(availableUnits(item({}, null), 20)).toBe(0);
});

it("a product that is no longer sold shows what it cost", () => {
  expect(pricePaiseOf(item({ agreedPricePaise: 123 }, null))).toBe(123);
  expect(pricePaiseOf(item({ agreedPricePaise: 123 }, { pricePaise: 456 }))).toBe(456);
});
