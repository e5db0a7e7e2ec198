import { and, eq, isNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { shipment } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import type { MailSender } from "../mail/sender.ts";
import { changeState } from "../orders/change-state.ts";
import { numberInvoice } from "../orders/document-numbers.ts";
import { returnUntil } from "../orders/eligibility.ts";
import { mailDelivered, mailDeliveryFailed, mailOutForDelivery, mailShipped } from "../orders/mails.ts";
import { requireAction } from "../orders/order-actions.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { readDay } from "../orders/staff-day.ts";
import { collectCash } from "../payments/collect-cash.ts";
import { requireNoRecalled } from "../stock/recall-lots.ts";

/** From the paid order to its delivery. Every function takes a locked order and throws an ApiError (409) if its state does not allow the step. */

interface Step {
  sender: MailSender;
  now: Date;
}

export async function processOrder(trx: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<OrderRow> {
  requireAction(order, "process");
  return changeState(trx, order, "processing", { cause: "staff", at: now });
}

export async function packOrder(trx: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<OrderRow> {
  requireAction(order, "pack");
  await requireNoRecalled(trx, order.id);
  return changeState(trx, order, "packed", { cause: "staff", at: now });
}

/** As printed on labels, and as trackOrder searches it. */
const AWB = /^[0-9A-Z-]{4,40}$/;

/**
 * Records that an order's parcel was handed to a courier. An order for cash on delivery is invoiced now, when its goods leave.
 * @throws ApiError (422) for an invalid AWB or courier, (409) for the AWB of another parcel
 */
export async function shipOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  parcel: { awb: string; courier: string },
  { sender, now }: Step,
): Promise<OrderRow> {
  requireAction(order, "ship");
  await requireNoRecalled(trx, order.id);
  const { awb, courier } = await addParcel(trx, order, parcel, { isReplacement: false, now });
  const shipped = await changeState(trx, order, "shipped", {
    cause: "staff",
    note: `${courier}, AWB ${awb}.`,
    at: now,
  });
  await mailShipped(trx, sender, shipped, now);
  if (shipped.paymentMethod === "cash_on_delivery") await numberInvoice(trx, shipped.id, now);
  return shipped;
}

/**
 * Stores a parcel that was handed to a courier.
 * @throws ApiError (422) for an invalid AWB or courier, (409) for the AWB of another parcel
 */
export async function addParcel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  parcel: { awb: string; courier: string },
  { isReplacement, now }: { isReplacement: boolean; now: Date },
): Promise<{ awb: string; courier: string }> {
  const awb = parcel.awb.replace(/\s+/g, "").toUpperCase();
  const courier = parcel.courier.trim();
  if (!AWB.test(awb)) throw ApiError.ofField("awb", "An AWB has 4 to 40 letters, digits and hyphens.");
  if (courier.length < 2 || courier.length > 60)
    throw ApiError.ofField("courier", "The courier's name has 2 to 60 characters.");
  const [added] = await trx
    .insert(shipment)
    .values({ orderId: order.id, awb, courier, isReplacement, shippedAt: now })
    .onConflictDoNothing({ target: shipment.awb })
    .returning({ id: shipment.id });
  if (!added)
    throw ApiError.ofField(
      "awb",
      `Another parcel has the AWB ${awb} already. Please compare it with the label.`,
      "conflict",
    );
  return { awb, courier };
}

export async function sendOutForDelivery(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: Step,
): Promise<OrderRow> {
  requireAction(order, "out-for-delivery");
  const out = await changeState(trx, order, "out_for_delivery", { cause: "staff", at: now });
  await mailOutForDelivery(trx, sender, out, now);
  return out;
}

/**
 * Records a failed delivery; the parcel is on its way again.
 * @param again date of the next attempt, such as 2026-11-24
 * @throws ApiError (422) if it is no date
 */
export async function noteFailedDelivery(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  again: string,
  { sender, now }: Step,
): Promise<OrderRow> {
  requireAction(order, "delivery-failed");
  const day = readDay("again", again);
  const note = `The courier couldn’t deliver it and will try again on ${day}.`;
  const shipped = await changeState(trx, order, "shipped", { cause: "staff", note, at: now });
  await mailDeliveryFailed(trx, sender, shipped, day, now);
  return shipped;
}

/** Records the delivery; the courier has then collected the cash of an order for cash on delivery. @param returnDays length of the return period */
export async function deliverOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, returnDays, now }: Step & { returnDays: number },
): Promise<OrderRow> {
  requireAction(order, "deliver");
  await trx
    .update(shipment)
    .set({ deliveredAt: now })
    .where(and(eq(shipment.orderId, order.id), isNull(shipment.deliveredAt)));
  const collected = order.paymentMethod === "cash_on_delivery" ? { paidAt: now } : {};
  const columns = { deliveredAt: now, ...collected };
  const delivered = await changeState(trx, order, "delivered", { cause: "staff", at: now }, columns);
  if (delivered.paymentMethod === "cash_on_delivery") await collectCash(trx, delivered, now);
  await mailDelivered(trx, sender, delivered, returnUntil(delivered, returnDays), now);
  return delivered;
}
