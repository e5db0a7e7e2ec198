import { describe, expect, it } from "vitest";
import { paise } from "../../base/money.ts";
import { type LeftLayer, returnToLayers, takeFromLayers } from "./cost-layers.ts";

const layer = (id: number, quantity: number, cost: number, inShop: number, lotId: number | null = null): LeftLayer => ({
  id,
  variantId: 1,
  lotId,
  quantity,
  paise: paise(cost),
  inShop,
});
const sold = (quantity: number, position = 0, lotId: number | null = null) => ({
  variantId: 1,
  lotId,
  position,
  quantity,
});
const brief = (units: ReturnType<typeof takeFromLayers>) =>
  units.map(({ layerId, position, quantity, paise }) => [layerId, position, quantity, paise]);

describe("what sold units cost", () => {
  it("is nothing known while units without a cost are left", () => {
    // 5 in the shop after the sale, 5 of them in a layer: the sold ones were older.
    expect(takeFromLayers([layer(1, 5, 500, 5)], [sold(3)])).toEqual([]);
    // 4 left: the third sold unit is the layer's first.
    expect(brief(takeFromLayers([layer(1, 5, 500, 4)], [sold(3)]))).toEqual([[1, 0, 1, 100]]);
  });

  it("is that of the oldest layer, then of the next", () => {
    expect(brief(takeFromLayers([layer(1, 2, 200, 3), layer(2, 4, 600, 3)], [sold(3)]))).toEqual([
      [1, 0, 2, 200],
      [2, 0, 1, 150],
    ]);
  });

  it("adds up to the layer’s cost, however it is divided", () => {
    // 3 units for 100 paise: 33, then half of 67, then the rest.
    expect(brief(takeFromLayers([layer(1, 3, 100, 2)], [sold(1)]))).toEqual([[1, 0, 1, 33]]);
    expect(brief(takeFromLayers([layer(1, 2, 67, 1)], [sold(1)]))).toEqual([[1, 0, 1, 34]]);
    expect(brief(takeFromLayers([layer(1, 1, 33, 0)], [sold(1)]))).toEqual([[1, 0, 1, 33]]);
  });

  it("is that of the lot, for each item of the order", () => {
    const layers = [layer(1, 5, 500, 2, 7), layer(2, 5, 1000, 4, 8), layer(3, 5, 50, 5)];
    expect(brief(takeFromLayers(layers, [sold(1, 0, 7), sold(2, 3, 7), sold(1, 3, 8)]))).toEqual([
      [1, 0, 1, 100],
      [1, 3, 2, 200],
      [2, 3, 1, 200],
    ]);
  });

  it("is a loss where no order took what is missing", () => {
    expect(brief(takeFromLayers([layer(1, 5, 500, 2)], [sold(1)]))).toEqual([
      [1, 0, 1, 100],
      [1, null, 2, 200],
    ]);
  });
});

describe("what returned units cost", () => {
  const has = (layerId: number, quantity: number, cost: number, lotId: number | null = null) => ({
    ...sold(quantity, 0, lotId),
    layerId,
    paise: paise(cost),
  });

  it("goes back to the layer that was taken last, and no more than the order has", () => {
    expect(brief(returnToLayers([has(2, 1, 150), has(1, 2, 200)], [sold(2)]))).toEqual([
      [2, 0, 1, 150],
      [1, 0, 1, 100],
    ]);
    expect(brief(returnToLayers([has(1, 1, 33)], [sold(4)]))).toEqual([[1, 0, 1, 33]]);
  });

  it("stays with its lot and its item", () => {
    expect(returnToLayers([has(1, 2, 200, 7)], [sold(1, 0, 8), sold(1, 1, 7)])).toEqual([]);
  });
});
