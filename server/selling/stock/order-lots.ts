import { asc, eq, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { prepareForTransactions } from "../../platform/database/prepared.ts";
import { lot, lotAllocation } from "../../platform/database/schema.ts";
import { lotText } from "./lot-life.ts";

/** Units of an order item that were sold from one lot. */
export interface OrderLot {
  /** Position of the item in the order. */
  position: number;
  /** The lot as printed on the pack: "A12, use before 03/2028". */
  text: string;
  quantity: number;
  /** Number of units that were not returned, lost or cancelled. */
  remaining: number;
}

/** Reads the lots of an order, by item and expiry. */
export async function readOrderLots(db: DatabaseOrTransaction, orderId: number): Promise<OrderLot[]> {
  const rows = await orderLots(db).execute({ orderId });
  return rows.map(({ position, quantity, remaining, ...printed }) => ({
    position,
    quantity,
    remaining,
    text: lotText(printed),
  }));
}

const orderLots = prepareForTransactions("order lots", (db) =>
  db
    .select({
      position: lotAllocation.position,
      quantity: lotAllocation.quantity,
      remaining: sql<number>`${lotAllocation.quantity} - ${lotAllocation.restockedQuantity} - ${lotAllocation.writtenOffQuantity}`,
      number: lot.number,
      lifeKind: lot.lifeKind,
      lifeMonth: lot.lifeMonth,
    })
    .from(lotAllocation)
    .innerJoin(lot, eq(lot.id, lotAllocation.lotId))
    .where(eq(lotAllocation.orderId, sql.placeholder("orderId")))
    .orderBy(asc(lotAllocation.position), asc(lot.lastGoodDay), asc(lot.id)),
);
