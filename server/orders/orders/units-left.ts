/** The units of an order's parcels that are not credited, free samples included. */

import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { AdminOrder } from "../../../contract/admin/orders.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderItem } from "../../platform/database/schema.ts";
import type { LineUnits } from "./invoice/credit-notes.ts";
import { type Parcel, reportedEndOf } from "./read-parcels.ts";
import { readReturnParcel } from "./read-returns.ts";

/** Reads the units of an order that are not credited. */
export const readUnitsLeft = (db: DatabaseOrTransaction, orderId: number): Promise<LineUnits[]> =>
  db
    .select({
      position: orderItem.position,
      quantity: sql<number>`${orderItem.quantity} - ${orderItem.creditedQuantity}`,
    })
    .from(orderItem)
    .where(and(eq(orderItem.orderId, orderId), lt(orderItem.creditedQuantity, orderItem.quantity)))
    .orderBy(asc(orderItem.position));

/** Reads the parcels whose reported end waits for staff. */
export async function readReported(
  db: DatabaseOrTransaction,
  orderId: number,
  parcels: readonly Parcel[],
): Promise<AdminOrder["reported"]> {
  const reported: AdminOrder["reported"] = [];
  for (const parcel of parcels) {
    const end = reportedEndOf(parcel);
    if (!end || !parcel.reportedAt) continue;
    const held = await readHeld(db, orderId, parcel);
    const left = await readUnitsLeft(db, orderId);
    const units = left
      .map(({ position, quantity }) => ({ position, quantity: Math.min(quantity, held(position)) }))
      .filter(({ quantity }) => quantity > 0);
    reported.push({ awb: parcel.awb, end, at: parcel.reportedAt.toISOString(), units });
  }
  return reported;
}

async function readHeld(
  db: DatabaseOrTransaction,
  orderId: number,
  { id, isReplacement, items }: Parcel,
): Promise<(position: number) => number> {
  const sent = isReplacement ? await readReturnParcel(db, orderId, id) : null;
  const held = sent ? [...sent.replaced, ...sent.exchanged] : items;
  if (held === null) return () => Number.POSITIVE_INFINITY;
  return (position) => held.filter((one) => one.position === position).reduce((sum, one) => sum + one.quantity, 0);
}
