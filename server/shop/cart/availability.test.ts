import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise } from "../../base/money.ts";
import { availableUnits, type Item, isPayable, noticesOf, priceCart } from "./availability.ts";

interface Variant {
  pricePaise?: number;
  originalPricePaise?: number;
  stock?: number;
}

function item(values: { quantity?: number } = {}, variant: Variant | null = {}): Item {
  return {
    quantity: 1,
    agreedPricePaise: paise(50_000),
    ...values,
    variant: variant && {
      stock: variant.stock ?? 10,
      pricePaise: paise(variant.pricePaise ?? 50_000),
      originalPricePaise: variant.originalPricePaise === undefined ? null : paise(variant.originalPricePaise),
      gstPercent: 18,
    },
  };
}

const amount = fc.integer({ min: 1, max: 10_000_000 }).map(paise);
const anyItem: fc.Arbitrary<Item> = fc.record({
  quantity: fc.integer({ min: 1, max: 1000 }),
  agreedPricePaise: amount,
  variant: fc.option(
    fc.record({
      pricePaise: amount,
      originalPricePaise: fc.option(amount),
      gstPercent: fc.constantFrom(0, 5, 18),
      stock: fc.integer({ min: 0, max: 2000 }),
    }),
  ),
});

describe("the notices of a cart item", () => {
  it.each([
    ["are empty while nothing has changed", item(), []],
    ["say that it is no longer sold", item({}, null), ["gone"]],
    [
      "say that it is out of stock, and not that its price changed",
      item({}, { stock: 0, pricePaise: 60_000 }),
      ["out_of_stock"],
    ],
    ["say that stock is below the quantity", item({ quantity: 3 }, { stock: 2 }), ["too_many"]],
    ["say that the quantity is above the owner's maximum", item({ quantity: 21 }, { stock: 100 }), ["too_many"]],
    ["say that it costs more", item({}, { pricePaise: 50_001 }), ["price_rose"]],
    ["say that it costs less", item({}, { pricePaise: 49_999 }), ["price_fell"]],
    ["say both", item({ quantity: 3 }, { stock: 2, pricePaise: 50_001 }), ["too_many", "price_rose"]],
  ])("%s", (_, changed, notices) => {
    expect(noticesOf(changed, 20)).toEqual(notices);
  });

  it("prevent payment, except that the price fell", () => {
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 5 }), (items) => {
        const notices = items.flatMap((one) => noticesOf(one, 20));
        expect(isPayable(items, 20)).toBe(notices.every((notice) => notice === "price_fell"));
      }),
    );
  });
});

describe("the price of a cart", () => {
  it("is the sum of price × quantity; the discount is what is below MRP", { meta: { requirements: "R16" } }, () => {
    // 3 × 99.50 = 298.50 and 1 × 999 = 999; saved: 3 × (120 - 99.50) = 61.50
    const items = [
      item({ quantity: 3 }, { pricePaise: 9950, originalPricePaise: 12_000 }),
      item({}, { pricePaise: 99_900 }),
    ];
    expect(priceCart(items)).toMatchObject({ totalPaise: 129_750, discountPaise: 6150 });
  });

  it("omits items that are out of stock or no longer sold", () => {
    const missing = [item({}, { stock: 0, originalPricePaise: 60_000 }), item({}, null)];
    expect(priceCart(missing)).toMatchObject({ lines: [], totalPaise: 0, discountPaise: 0 });
    expect(priceCart([...missing, item()])).toMatchObject({ totalPaise: 50_000 });
  });
});

it("the available units are bounded by stock and by the owner's maximum", () => {
  expect(availableUnits(item({}, { stock: 7 }), 20)).toBe(7);
  expect(availableUnits(item({}, { stock: 70 }), 20)).toBe(20);
  expect(availableUnits(item({}, null), 20)).toBe(0);
});
