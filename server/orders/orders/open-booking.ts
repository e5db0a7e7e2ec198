/** Parcels that couriers are booked for and that have not left: no other courier gets them, and what is in them stays as it is. */

import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, parcelBooking } from "../../platform/database/schema.ts";
import type { OrderRow } from "./order-row.ts";

const OPEN = and(
  isNull(parcelBooking.shipmentId),
  inArray(parcelBooking.state, ["wanted", "asking", "unclear", "booked"]),
);

/** What staff's actions depend on. */
export interface OpenBooking {
  id: number;
  state: typeof parcelBooking.$inferSelect.state;
  awb: string | null;
  courier: string | null;
}

/** Reads the open booking of an order, of which there is at most one. */
export async function readOpenBooking(db: DatabaseOrTransaction, orderId: number): Promise<OpenBooking | null> {
  const { id, state, awb, courier } = parcelBooking;
  const [found] = await db
    .select({ id, state, awb, courier })
    .from(parcelBooking)
    .where(and(eq(parcelBooking.orderId, orderId), OPEN));
  return found ?? null;
}

/** Says that a courier is booked, and the way out. */
export function bookedProblem(number: string, { awb, courier }: Pick<OpenBooking, "awb" | "courier">): ApiError {
  const what = awb === null ? "A courier is being booked for" : `${courier}, AWB ${awb}, is booked for`;
  return new ApiError(
    "wrong_order_state",
    `${what} the parcel of order ${number}. Cancel the booking first, on the order’s page.`,
  );
}

/**
 * Rejects an AWB that staff has typed if it is that of a booking.
 * @throws ApiError (409)
 */
export async function requireFreeAwb(
  trx: DatabaseOrTransaction,
  order: Pick<OrderRow, "id" | "number">,
  awb: string,
): Promise<void> {
  const [other] = await trx
    .select({ number: customerOrder.number })
    .from(parcelBooking)
    .innerJoin(customerOrder, eq(customerOrder.id, parcelBooking.orderId))
    .where(
      and(eq(parcelBooking.awb, awb), or(ne(parcelBooking.orderId, order.id), OPEN), isNull(parcelBooking.shipmentId)),
    );
  if (other)
    throw ApiError.ofField(
      "awb",
      `The parcel of order ${other.number} is booked with the AWB ${awb}. Please compare it with the label.`,
      "conflict",
    );
}
