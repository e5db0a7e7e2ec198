import { and, asc, eq } from "drizzle-orm";
import type { OrderAction } from "../../../../contract/admin/order-actions.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { orderItem } from "../../../platform/database/schema.ts";
import { readRefundable } from "../../payment-records/refundable.ts";
import { isCashWrittenOff } from "../cash-due.ts";
import { type CreditableItem, readCreditable, shippingLeftOf } from "../invoice/credit-notes.ts";
import { readOpenBooking } from "../open-booking.ts";
import type { OrderRow } from "../order-row.ts";
import { readPendingEdit } from "../pending-edit.ts";
import { type Parcel, readParcels, unsentUnits } from "../read-parcels.ts";
import { type DueParcel, hasExchange, isNotExchanged, readDueParcels } from "../read-returns.ts";
import { readTerms } from "../removal.ts";
import { type OrderFacts, requirePossible } from "./order-actions.ts";

interface ReadFacts extends OrderFacts {
  parcels: readonly Parcel[];
  dueParcels: readonly DueParcel[];
  remaining: readonly CreditableItem[];
}

/** Reads what staff's possible actions on an order depend on. */
export async function readOrderFacts(db: DatabaseOrTransaction, order: OrderRow): Promise<ReadFacts> {
  const { id } = order;
  const remaining = await readCreditable(db, id);
  return {
    order,
    ...(await readSending(db, order)),
    remaining,
    shippingLeftPaise: shippingLeftOf(remaining),
    ...(await readRefundable(db, id)),
    dueParcels: await readDueParcels(db, id),
    hasExchange: await hasExchange(db, id),
    isCashWrittenOff: await isCashWrittenOff(db, order),
    hasTerms: (await readTerms(db, id)) !== null,
    hasPendingEdit: (await readPendingEdit(db, id)) !== null,
    booking: await readOpenBooking(db, id),
  };
}

/** Reads the parcels of an order, and the units that are in none yet, but for what is sent in exchange. */
export async function readSending(
  db: DatabaseOrTransaction,
  { id }: OrderRow,
): Promise<Pick<ReadFacts, "parcels" | "unsent">> {
  const parcels = await readParcels(db, id);
  const items = await db
    .select({
      position: orderItem.position,
      quantity: orderItem.quantity,
      creditedQuantity: orderItem.creditedQuantity,
    })
    .from(orderItem)
    .where(and(eq(orderItem.orderId, id), isNotExchanged))
    .orderBy(asc(orderItem.position));
  return { parcels, unsent: unsentUnits(items, parcels) };
}

/**
 * Guards an action on a locked order by the rule that offers it.
 * @param isBooked whether it ships the very parcel that its courier was booked for
 * @returns what the rule has read
 * @throws ApiError (409, or 422 naming the amount) that says why it is not possible
 */
export async function requireAction(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  action: OrderAction,
  { isBooked = false }: { isBooked?: boolean | undefined } = {},
): Promise<ReadFacts> {
  const facts = await readOrderFacts(trx, order);
  requirePossible(isBooked ? { ...facts, booking: null } : facts, action);
  return facts;
}
