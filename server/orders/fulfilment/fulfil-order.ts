/**
 * Fulfils a paid order until its delivery. Every function takes a locked order and throws an ApiError (409) if its state does not allow the
 * step.
 */

import { and, eq, gt, isNull } from "drizzle-orm";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { plainCode } from "../../../contract/written-numbers.ts";
import { ApiError } from "../../base/errors.ts";
import { paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type ChallanReason, orderItem, shipment, shipmentItem } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { requireNoRecalled } from "../../selling/stock/recall-lots.ts";
import { cashOf } from "../orders/balance.ts";
import { issueChallan } from "../orders/challans/issue-challan.ts";
import { changeBy, changeState } from "../orders/change-state.ts";
import { returnUntil } from "../orders/eligibility.ts";
import type { LineUnits } from "../orders/invoice/credit-notes.ts";
import { issueInvoice } from "../orders/invoice/issue-invoice.ts";
import { taxOrder } from "../orders/invoice/tax-items.ts";
import {
  queueDeliveredEmail,
  queueOutForDeliveryEmail,
  queueShippedEmail,
} from "../orders/mails/queue-order-emails.ts";
import { requireFreeAwb } from "../orders/open-booking.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { requireCurrentLabel } from "../orders/printed-label.ts";
import { isSplit } from "../orders/read-parcels.ts";
import { countUnits } from "../orders/staff/order-actions.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import { readDay } from "../orders/staff/staff-day.ts";
import { quantitiesOf } from "../orders/store-inspected.ts";
import { collectCash } from "../payments/collect-cash.ts";

interface Step {
  sender: MailSender;
  now: Date;
  /** The courier whose scan causes the step; by default it is staff's. */
  courier?: string;
}

export async function processOrder(trx: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<OrderRow> {
  await requireAction(trx, order, "process");
  return changeState(trx, order, "processing", { cause: "staff", at: now });
}

export async function packOrder(trx: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<OrderRow> {
  await requireAction(trx, order, "pack");
  await requireNoRecalled(trx, order.id);
  return changeState(trx, order, "packed", { cause: "staff", at: now });
}

/** The format on labels, and in which trackOrder searches. */
const AWB = /^[0-9A-Z-]{4,40}$/;

export interface NewParcel {
  awb: string;
  courier: string;
  /** The units in the parcel, by position of the order's items; by default all that are in no parcel yet. */
  units?: readonly LineUnits[] | undefined;
  /** The number of its e-way bill, if it has one. */
  ewayBill?: string | undefined;
  /** Whether staff has checked its label, although the printed one is out of date. */
  isLabelChecked?: boolean;
  /** Whether it is the parcel that its courier was booked for. */
  isBooked?: boolean;
}

/**
 * Records that a parcel was handed to a courier: the whole order, or a part of what is left of it. An order for cash on delivery is sent in
 * one parcel, whose courier collects the cash, and is invoiced now, when its goods leave.
 * @throws ApiError (422) for an invalid AWB, courier or unit, (409) for the AWB of another parcel, if everything is sent, or the printed label is out of date
 */
export async function shipOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { units, isLabelChecked = false, ...parcel }: NewParcel,
  { sender, now, courier: reportedBy }: Step,
): Promise<OrderRow> {
  const { parcels, unsent } = await requireAction(trx, order, "ship", parcel);
  const isSentInPart = isSplit(parcels);
  await requireNoRecalled(trx, order.id);
  await requireCurrentLabel(trx, order, { isLabelChecked, now });
  const chosen = units && chosenUnits(units, unsent);
  const isPart = chosen !== undefined && countUnits(chosen) < countUnits(unsent);
  if (isPart && termsOf(order).parcels === "one")
    throw ApiError.ofField(
      "units",
      "An order for cash on delivery is sent in one parcel, whose courier collects the cash.",
    );
  const items = isPart || isSentInPart ? (chosen ?? unsent) : null;
  const { awb, courier } = await addParcel(trx, order, { ...parcel, items }, { isReplacement: false, now });
  const held = items ?? unsent;
  const text = `${courier}, AWB ${awb}.`;
  const note = isPart ? `${text} The rest follows in another parcel.` : text;
  const shipped = isOnTheWay(order)
    ? order
    : await changeState(trx, order, "shipped", { cause: reportedBy ? "courier" : "staff", note, at: now });
  // Before the email, which says how much tax is included.
  // One that was marked as shipped before, by mistake, has its invoice.
  const isToInvoice = termsOf(shipped).invoiced === "dispatched" && shipped.invoiceNumber === null;
  const taxed = isToInvoice ? await taxOrder(trx, shipped, now) : null;
  await queueShippedEmail(trx, sender, shipped, now);
  if (taxed) await issueInvoice(trx, shipped, taxed);
  const isInvoiced = taxed !== null || shipped.invoiceNumber !== null;
  const reason = await challanReason(trx, shipped, held, { isInvoiced, isFurther: isSentInPart });
  if (reason) await issueChallan(trx, shipped, { awb, reason, units: held }, now);
  return shipped;
}

/**
 * Returns why a parcel travels with a delivery challan; null if the invoice goes with it: the first parcel with goods that are sold.
 * (docs/decisions/2026-11-28-papers-for-the-road.md)
 */
async function challanReason(
  trx: DatabaseOrTransaction,
  { id }: OrderRow,
  held: readonly LineUnits[],
  { isInvoiced, isFurther }: { isInvoiced: boolean; isFurther: boolean },
): Promise<ChallanReason | null> {
  if (!isInvoiced) return "gift";
  const sold = await trx
    .select({ position: orderItem.position })
    .from(orderItem)
    .where(and(eq(orderItem.orderId, id), gt(orderItem.pricePaise, paise(0))));
  if (!held.some(({ position }) => sold.some((one) => one.position === position))) return "gift";
  return isFurther ? "further_parcel" : null;
}

const isOnTheWay = ({ state }: OrderRow) => state === "shipped" || state === "out_for_delivery";

/** @throws ApiError (422) unless these units are unsent */
function chosenUnits(units: readonly LineUnits[], unsent: readonly LineUnits[]): LineUnits[] {
  const quantityOf = quantitiesOf(
    "units",
    units,
    unsent.map(({ position, quantity }) => ({ position, max: quantity })),
  );
  const chosen = unsent
    .map(({ position }) => ({ position, quantity: quantityOf(position) }))
    .filter(({ quantity }) => quantity > 0);
  if (chosen.length === 0) throw ApiError.ofField("units", "Please choose what the parcel holds.");
  return chosen;
}

/**
 * Stores a parcel that was handed to a courier.
 * @param parcel its `items` are null for the whole order
 * @throws ApiError (422) for an invalid AWB or courier, (409) for the AWB of another parcel
 */
export async function addParcel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  parcel: Pick<NewParcel, "awb" | "courier" | "ewayBill" | "isBooked"> & { items: readonly LineUnits[] | null },
  { isReplacement, now }: { isReplacement: boolean; now: Date },
): Promise<{ id: number; awb: string; courier: string }> {
  const awb = plainCode(parcel.awb);
  const courier = parcel.courier.trim();
  if (!AWB.test(awb)) throw ApiError.ofField("awb", "An AWB has 4 to 40 letters, digits and hyphens.");
  if (courier.length < 2 || courier.length > 60)
    throw ApiError.ofField("courier", "The courier's name has 2 to 60 characters.");
  if (!parcel.isBooked) await requireFreeAwb(trx, order, awb);
  const [added] = await trx
    .insert(shipment)
    .values({ orderId: order.id, awb, courier, isReplacement, ewayBill: parcel.ewayBill ?? "", shippedAt: now })
    .onConflictDoNothing({ target: shipment.awb })
    .returning({ id: shipment.id });
  if (!added)
    throw ApiError.ofField(
      "awb",
      `Another parcel has the AWB ${awb} already. Please compare it with the label.`,
      "conflict",
    );
  if (parcel.items)
    await trx.insert(shipmentItem).values(parcel.items.map((one) => ({ ...one, shipmentId: added.id })));
  return { id: added.id, awb, courier };
}

export async function sendOutForDelivery(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now, courier }: Step,
): Promise<OrderRow> {
  await requireAction(trx, order, "out-for-delivery");
  await trx.update(shipment).set({ outForDeliveryAt: now }).where(underway(order));
  const out = await changeState(trx, order, "out_for_delivery", changeBy(courier, "Out for delivery with", now));
  await queueOutForDeliveryEmail(trx, sender, out, now);
  return out;
}

/**
 * Records that staff has heard of a failed delivery; the parcel is on its way again. `openFailedDelivery` emails the customer.
 * @param again date of the next attempt, such as 2026-11-24
 * @throws ApiError (422) if it is no date
 */
export async function noteFailedDelivery(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  again: string,
  now: Date,
): Promise<OrderRow> {
  await requireAction(trx, order, "delivery-failed");
  const day = readDay("again", again);
  await trx.update(shipment).set({ outForDeliveryAt: null }).where(underway(order));
  const note = `The courier couldn’t deliver it and will try again on ${day}.`;
  return changeState(trx, order, "shipped", { cause: "staff", note, at: now });
}

/** Selects the parcels of an order that the courier still has. */
export const underway = ({ id }: OrderRow) =>
  and(eq(shipment.orderId, id), isNull(shipment.deliveredAt), isNull(shipment.lostAt), isNull(shipment.cameBackAt));

/**
 * Records the delivery of all parcels. For cash on delivery, the courier has then collected the cash. @param returnDays length of the
 * return period
 */
export async function deliverOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, returnDays, now, courier }: Step & { returnDays: number },
): Promise<OrderRow> {
  await requireAction(trx, order, "deliver");
  await trx.update(shipment).set({ deliveredAt: now }).where(underway(order));
  const isCash = termsOf(order).courierCollects;
  // Without cash to collect, nothing is to be remitted.
  const collected = isCash ? { paidAt: now, ...(cashOf(order) === 0 && { cashRemittedAt: now }) } : {};
  const columns = { deliveredAt: now, ...collected };
  const delivered = await changeState(trx, order, "delivered", changeBy(courier, "Delivered by", now), columns);
  if (isCash) await collectCash(trx, delivered, now);
  await queueDeliveredEmail(trx, sender, delivered, returnUntil(delivered, returnDays), now);
  return delivered;
}
