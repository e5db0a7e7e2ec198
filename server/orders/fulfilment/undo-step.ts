/** Corrects what staff has recorded of an order by mistake. Every function takes a locked order. */

import { and, eq, ne } from "drizzle-orm";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { plainCode } from "../../../contract/written-numbers.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  cashRemittance,
  courierCharge,
  customerOrder,
  payment,
  refund,
  shipment,
} from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { hasChallan } from "../orders/challans/issue-challan.ts";
import { addNote, changeState } from "../orders/change-state.ts";
import { queueParcelCorrectedEmail, queueStepUndoneEmail } from "../orders/mails/queue-order-emails.ts";
import { requireFreeAwb } from "../orders/open-booking.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { readParcels } from "../orders/read-parcels.ts";
import { requireAction } from "../orders/staff/order-facts.ts";

interface Step {
  sender: MailSender;
  now: Date;
}

/**
 * Undoes the step that has packed, shipped, sent out or delivered an order. What the step has stored goes with it: the parcel and its AWB, or
 * the cash that its courier has collected. An invoice that was issued when the order was shipped stays, and goes with the parcel that leaves.
 * The customer gets an email that says what was wrong.
 * @throws ApiError (409) once something hangs on the step that cannot be undone
 */
export async function undoStep(trx: DatabaseOrTransaction, order: OrderRow, { sender, now }: Step): Promise<OrderRow> {
  await requireAction(trx, order, "undo-step");
  const { state } = order;
  // The audit log says that staff prepares it again; the customer was told nothing.
  if (state === "packed") return changeState(trx, order, "processing", { cause: "staff", at: now });
  const before = state === "shipped" || state === "out_for_delivery" ? undoParcel : undoDelivery;
  const undone = await before(trx, order, now);
  await queueStepUndoneEmail(trx, sender, undone, now);
  return undone;
}

const MISTAKE = "The last update was a mistake. We’re sorry.";

async function undoParcel(trx: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<OrderRow> {
  const ofOrder = and(eq(shipment.orderId, order.id), eq(shipment.isReplacement, false));
  const change = { cause: "staff", note: MISTAKE, at: now } as const;
  if (order.state === "out_for_delivery") {
    await trx.update(shipment).set({ outForDeliveryAt: null }).where(ofOrder);
    return changeState(trx, order, "shipped", change);
  }
  if (await hasChallan(trx, order.id))
    throw new ApiError(
      "wrong_order_state",
      `Order ${order.number} left with a delivery challan, which can’t be withdrawn. Record that the parcel came back.`,
    );
  await trx.select({ id: shipment.id }).from(shipment).where(ofOrder).orderBy(shipment.id).for("update");
  const billed = await trx
    .select({ id: courierCharge.id })
    .from(courierCharge)
    .innerJoin(shipment, eq(shipment.id, courierCharge.shipmentId))
    .where(ofOrder);
  if (billed.length > 0)
    throw new ApiError(
      "wrong_order_state",
      `A courier has charged for the parcel of order ${order.number}. If that was entered by mistake, remove it from the order first.`,
    );
  await trx.delete(shipment).where(ofOrder);
  return changeState(trx, order, "packed", change);
}

async function undoDelivery(trx: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<OrderRow> {
  await undoCollectedCash(trx, order);
  const parcels = await trx
    .update(shipment)
    .set({ deliveredAt: null })
    .where(and(eq(shipment.orderId, order.id), eq(shipment.isReplacement, false)))
    .returning({ outForDeliveryAt: shipment.outForDeliveryAt });
  const wasOut = parcels.some(({ outForDeliveryAt }) => outForDeliveryAt !== null);
  const isCash = termsOf(order).courierCollects;
  const columns = { deliveredAt: null, ...(isCash && { paidAt: null, cashRemittedAt: null }) };
  const change = { cause: "staff", note: MISTAKE, at: now } as const;
  return changeState(trx, order, wasOut ? "out_for_delivery" : "shipped", change, columns);
}

/** @throws ApiError (409) if a part of it was remitted or refunded */
async function undoCollectedCash(trx: DatabaseOrTransaction, { id, number }: OrderRow): Promise<void> {
  const ofCash = and(eq(payment.orderId, id), eq(payment.provider, "cash"));
  const moved = await trx
    .select({ id: refund.id })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(ofCash)
    .union(trx.select({ id: cashRemittance.id }).from(cashRemittance).where(eq(cashRemittance.orderId, id)));
  if (moved.length > 0)
    throw new ApiError(
      "wrong_order_state",
      `A part of the cash of order ${number} was remitted or refunded, so it stays delivered.`,
    );
  await trx.delete(payment).where(ofCash);
}

/**
 * Corrects the courier or the AWB of a parcel.
 * @param typed its AWB until now
 * @throws ApiError (404) without such a parcel, (409) if another parcel has the AWB
 */
export async function correctParcel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  typed: string,
  { awb, courier }: { awb: string; courier: string },
  { sender, now }: Step,
): Promise<void> {
  const parcels = await readParcels(trx, order.id);
  const parcel = parcels.find((one) => one.awb === plainCode(typed));
  if (!parcel) throw new ApiError("not_found", `No parcel of order ${order.number} has the AWB ${plainCode(typed)}.`);
  const [other] = await trx
    .select({ number: customerOrder.number })
    .from(shipment)
    .innerJoin(customerOrder, eq(customerOrder.id, shipment.orderId))
    .where(and(eq(shipment.awb, awb), ne(shipment.id, parcel.id)));
  if (other)
    throw ApiError.ofField(
      "awb",
      `The parcel of order ${other.number} has the AWB ${awb}. Correct that one first.`,
      "conflict",
    );
  if (parcel.awb === awb && parcel.courier === courier) return;
  if (parcel.awb !== awb) await requireFreeAwb(trx, order, awb);
  await trx.update(shipment).set({ awb, courier }).where(eq(shipment.id, parcel.id));
  await addNote(trx, order, { cause: "staff", note: `The parcel travels with ${courier}, AWB ${awb}.`, at: now });
  await queueParcelCorrectedEmail(trx, sender, order, { awb, courier }, now);
}
