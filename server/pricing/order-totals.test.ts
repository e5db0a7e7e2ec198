import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceCart } from "./cart-totals.ts";
import { priceOrder, taxOfLine } from "./order-totals.ts";

const item = (quantity: number, pricePaise: number, originalPricePaise: number | null, gstPercent = 18) => ({
  quantity,
  pricePaise,
  originalPricePaise,
  gstPercent,
});

describe("what an order costs", () => {
  it("is the sum of its lines; the discount is what is below MRP", {
    meta: { requirements: "S2.189, S2.190, S2.192, R16" },
  }, () => {
    // 1 × 2499 (MRP 2999), 2 × 1299 (no MRP above it), 1 × 449 (MRP 499): 2999 + 2598 + 499 = 6096; saved 500 + 50 = 550
    const items = [item(1, 249_900, 299_900), item(2, 129_900, null, 5), item(1, 44_900, 49_900)];
    expect(priceOrder(items)).toEqual({
      subtotalPaise: 609_600,
      discountPaise: 55_000,
      shippingPaise: 0,
      totalPaise: 554_600,
    });
  });

  const anyItem = fc.record({
    quantity: fc.integer({ min: 1, max: 1000 }),
    pricePaise: fc.integer({ min: 1, max: 5_000_000 }),
    originalPricePaise: fc.option(fc.integer({ min: 1, max: 6_000_000 })),
    gstPercent: fc.constantFrom(0, 5, 12, 18, 28, 40),
  });
  const anyCart = fc.array(anyItem, { minLength: 1, maxLength: 50 });

  it("adds up to the paisa for any cart: parts, lines and tax", () => {
    fc.assert(
      fc.property(anyCart, fc.boolean(), (items, withinState) => {
        const { subtotalPaise, discountPaise, shippingPaise, totalPaise } = priceOrder(items);
        expect(subtotalPaise - discountPaise + shippingPaise).toBe(totalPaise);
        expect(discountPaise).toBeGreaterThanOrEqual(0);
        const lines = items.map((line) => taxOfLine(line, withinState));
        const sum = lines.reduce(
          (all, tax) => all + tax.taxablePaise + tax.cgstPaise + tax.sgstPaise + tax.igstPaise,
          0,
        );
        expect(sum + shippingPaise).toBe(totalPaise);
      }),
    );
  });

  it("is what the cart has shown for the same items", () => {
    fc.assert(
      fc.property(anyCart, (items) => {
        const order = priceOrder(items);
        const cart = priceCart(
          items.map(({ quantity, pricePaise, originalPricePaise }) => ({
            quantity,
            agreedPricePaise: pricePaise,
            product: { pricePaise, originalPricePaise, stock: 1000 },
          })),
          1000,
        );
        expect(cart).toEqual({
          totalPricePaise: order.totalPaise,
          totalDiscountPaise: order.discountPaise,
          settled: true,
        });
      }),
    );
  });
});
