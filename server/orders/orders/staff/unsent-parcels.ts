/** The units of orders that are to be sent, as couriers learn of them. */

import { and, eq, inArray, or, sql } from "drizzle-orm";
import { type Paise, paise, sumPaise } from "../../../base/money.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { orderItem, product, variant } from "../../../platform/database/schema.ts";
import { creditOf } from "../../../selling/pricing/credit.ts";
import { totalOf } from "../../../selling/pricing/tax.ts";
import { itemName } from "../item-name.ts";
import { UNDER_WAY } from "../lifecycle.ts";
import type { OrderRow } from "../order-row.ts";
import { isInStates, type OrderFilter } from "./list-all-orders.ts";
import { MOVES, possibleActions } from "./order-actions.ts";
import { readOrderFacts } from "./order-facts.ts";
import { matchingOrders } from "./order-file.ts";

/** Couriers' labels cut longer lines. */
const MAX_LINE = 80;

export interface ParcelLine {
  sku: string;
  name: string;
  hsn: string;
  gstPercent: number;
  quantity: number;
  pricePaise: Paise;
  /** Of these units: what is left to pay or paid for them, with their share of shipping and fees, which is also named alone. */
  totalPaise: Paise;
  shippingPaise: Paise;
  grams: number | null;
  /** False also for a size that is no longer stored. */
  isAlcoholFree: boolean;
  /** Length, breadth and height in millimetres. */
  measures: readonly (number | null)[];
}

/** The units of an order that are in no parcel yet. */
export interface UnsentParcel {
  order: OrderRow;
  lines: readonly ParcelLine[];
}

/** The condition for orders that may have something to be sent; of those on their way only those that are sent in parts. */
const MAY_BE_SENT = or(
  isInStates(MOVES.ship),
  and(
    isInStates(UNDER_WAY),
    sql`exists (select from shipment join shipment_item on shipment_item.shipment_id = shipment.id where shipment.order_id = customer_order.id)`,
  ),
);

export async function* unsentParcels(db: Database, filter: OrderFilter): AsyncGenerator<UnsentParcel> {
  for await (const orders of matchingOrders(db, { ...filter, matching: and(filter.matching, MAY_BE_SENT) }))
    for (const order of orders) {
      const facts = await readOrderFacts(db, order);
      if (possibleActions(facts).includes("ship"))
        yield { order, lines: await readParcelLines(db, order, facts.unsent, facts.remaining) };
    }
}

type Facts = Awaited<ReturnType<typeof readOrderFacts>>;

/** Reads the items of units that are to be sent. */
export async function readParcelLines(
  db: DatabaseOrTransaction,
  order: OrderRow,
  unsent: Facts["unsent"],
  remaining: Facts["remaining"],
): Promise<ParcelLine[]> {
  if (unsent.length === 0) return [];
  const { lengthMm, widthMm, heightMm, weightGrams } = variant;
  const items = await db
    .select({ item: orderItem, isAlcoholFree: product.isAlcoholFree, grams: weightGrams, lengthMm, widthMm, heightMm })
    .from(orderItem)
    .leftJoin(variant, eq(variant.id, orderItem.variantId))
    .leftJoin(product, eq(product.id, variant.productId))
    .where(
      and(
        eq(orderItem.orderId, order.id),
        inArray(
          orderItem.position,
          unsent.map(({ position }) => position),
        ),
      ),
    )
    .orderBy(orderItem.position);
  return items.map(({ item, isAlcoholFree, grams, ...measures }) => {
    const quantity = unsent.find(({ position }) => position === item.position)?.quantity ?? 0;
    // Free samples have no amounts.
    const left = remaining.find(({ position }) => position === item.position);
    const amounts = left && creditOf(left, quantity);
    return {
      sku: item.sku,
      name: itemName(item),
      hsn: item.hsn,
      gstPercent: item.gstPercent,
      quantity,
      pricePaise: item.pricePaise,
      totalPaise: amounts ? totalOf(amounts) : paise(0),
      shippingPaise: amounts?.shippingPaise ?? paise(0),
      grams,
      isAlcoholFree: isAlcoholFree ?? false,
      measures: Object.values(measures),
    };
  });
}

export const parcelValue = ({ lines }: UnsentParcel): Paise => sumPaise(lines.map(({ totalPaise }) => totalPaise));

/** Splits the address at a space into two lines, of which the second may be empty. */
export function addressLines(street: string): readonly [string, string] {
  const text = street.replace(/\s+/g, " ").trim();
  if (text.length <= MAX_LINE) return [text, ""];
  const space = text.lastIndexOf(" ", MAX_LINE);
  const end = space > 0 ? space : MAX_LINE;
  return [text.slice(0, end).trim(), text.slice(end).trim()];
}
