/**
 * Decides what units cost that leave the stock or come back: first those without a known cost, then those of the oldest layer
 * (docs/decisions/2026-11-30-first-in-first-out.md). Pure; the amounts of a layer are never lost to rounding.
 */

import { type Paise, paise } from "../../base/money.ts";
import { allocate } from "../pricing/allocate.ts";

/** What is left of a layer. */
export interface LeftLayer {
  id: number;
  variantId: number;
  /** Null for units without a lot. */
  lotId: number | null;
  quantity: number;
  paise: Paise;
  /** Units of its lot that are in the shop now; without a lot, the variant's units without one. */
  inShop: number;
}

/** Units of an order's item that left a lot, or belong to none. */
export interface LotUnits {
  variantId: number;
  lotId: number | null;
  /** Position of the item in the order. */
  position: number;
  quantity: number;
}

/** Units that leave a layer or come back to it. */
export interface LayerUnits {
  layerId: number;
  variantId: number;
  /** Null for units that no order took. */
  position: number | null;
  quantity: number;
  paise: Paise;
}

/**
 * Takes from the layers what the shop no longer has.
 * @param layers of some variants, all that are left of them, the oldest first
 * @param sold who took them; what nobody took has no position
 */
export function takeFromLayers(layers: readonly LeftLayer[], sold: readonly LotUnits[]): LayerUnits[] {
  const taken: LayerUnits[] = [];
  for (const ofLot of Map.groupBy(layers, lotKey).values()) {
    const [first] = ofLot;
    if (!first) continue;
    let excess = ofLot.reduce((sum, { quantity }) => sum + quantity, 0) - Math.max(0, first.inShop);
    const takers = sold.filter((units) => lotKey(units) === lotKey(first)).map((units) => ({ ...units }));
    for (const { id: layerId, variantId, ...layer } of ofLot)
      while (excess > 0 && layer.quantity > 0) {
        const taker = takers.find(({ quantity }) => quantity > 0);
        const quantity = Math.min(layer.quantity, excess, taker?.quantity ?? excess);
        const cost = shareOf(layer, quantity);
        taken.push({ layerId, variantId, position: taker?.position ?? null, quantity, paise: cost });
        layer.quantity -= quantity;
        layer.paise = paise(layer.paise - cost);
        excess -= quantity;
        if (taker) taker.quantity -= quantity;
      }
  }
  return taken;
}

/** Units of a layer that an order has. */
export interface OrderLayer extends LotUnits {
  layerId: number;
  paise: Paise;
}

/**
 * Takes units of an order back into their layers, the last that was taken first. Units without a known cost come back last.
 * @param layers what the order has, the latest layer first
 */
export function returnToLayers(
  layers: readonly OrderLayer[],
  units: readonly Omit<LotUnits, "variantId">[],
): LayerUnits[] {
  const left = layers.map((layer) => ({ ...layer }));
  return units.flatMap(({ position, lotId, quantity: all }) => {
    let missing = all;
    return left
      .filter((layer) => layer.position === position && layer.lotId === lotId)
      .flatMap((layer) => {
        const quantity = Math.min(layer.quantity, missing);
        if (quantity === 0) return [];
        const { layerId, variantId } = layer;
        const back = { layerId, variantId, position, quantity, paise: shareOf(layer, quantity) };
        missing -= quantity;
        layer.quantity -= quantity;
        layer.paise = paise(layer.paise - back.paise);
        return back;
      });
  });
}

/** Returns what some units of a layer cost; the last ones cost what is left. */
function shareOf({ quantity, paise: cost }: { quantity: number; paise: Paise }, units: number): Paise {
  const [share = cost] = allocate(cost, [units, quantity - units]);
  return share;
}

const lotKey = ({ variantId, lotId }: { variantId: number; lotId: number | null }) => `${variantId} ${lotId ?? ""}`;
