import { asc, count, eq } from "drizzle-orm";
import { ApiError } from "../../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { type ChallanReason, deliveryChallan, orderItem, shipment } from "../../../platform/database/schema.ts";
import type { LineUnits } from "../invoice/credit-notes.ts";
import { numberChallan } from "../invoice/document-numbers.ts";
import { taxKindOf } from "../invoice/invoice.ts";
import { readIssued } from "../invoice/issued-documents.ts";
import type { OrderRow } from "../order-row.ts";
import { type Challan, type ChallanContent, composeChallan } from "./challan.ts";

/**
 * Issues the delivery challan of a parcel of a locked order. Nothing follows in the transaction, because its last statement gives the
 * number.
 * @param parcel.awb of a stored parcel
 */
export async function issueChallan(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { awb, reason, units }: { awb: string; reason: ChallanReason; units: readonly LineUnits[] },
  at: Date,
): Promise<string> {
  const [parcel] = await trx.select().from(shipment).where(eq(shipment.awb, awb));
  if (!parcel) throw new Error(`there is no parcel ${awb}`);
  const items = await trx
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  const [issued] = await trx
    .select({ challans: count() })
    .from(deliveryChallan)
    .where(eq(deliveryChallan.orderId, order.id));
  const { courier, ewayBill } = parcel;
  const content = composeChallan(order, items, { reason, units, courier, awb, ewayBill }, taxKindOf(order, items));
  const position = (issued?.challans ?? 0) + 1;
  return numberChallan(trx, { orderId: order.id, position, shipmentId: parcel.id, reason, at, content });
}

/**
 * Reads the delivery challans of an order, oldest first.
 * @throws ApiError (409) if it has none
 */
export async function readChallans(db: DatabaseOrTransaction, order: OrderRow): Promise<Challan[]> {
  const rows = await db
    .select()
    .from(deliveryChallan)
    .where(eq(deliveryChallan.orderId, order.id))
    .orderBy(asc(deliveryChallan.position));
  if (rows.length === 0)
    throw new ApiError(
      "wrong_order_state",
      "A delivery challan is issued when a replacement, a further parcel or a gift is shipped.",
    );
  return Promise.all(
    rows.map(async ({ position, number, issuedAt: date }) => {
      const stored = await readIssued<ChallanContent>(db, { orderId: order.id, kind: "delivery_challan", position });
      if (!stored) throw new Error(`delivery challan ${number} has no content`);
      return { ...stored.content, number, date };
    }),
  );
}

/** Whether an order has a delivery challan. */
export async function hasChallan(db: DatabaseOrTransaction, orderId: number): Promise<boolean> {
  const [found] = await db
    .select({ id: deliveryChallan.id })
    .from(deliveryChallan)
    .where(eq(deliveryChallan.orderId, orderId))
    .limit(1);
  return found !== undefined;
}
