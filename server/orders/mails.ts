import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { OrderDocument } from "../../contract/order-calls.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { type OrderCause, orderItem, payment, shipment } from "../database/schema.ts";
import { type Letter, writeLetter } from "../mail/letter.ts";
import { queueMail } from "../mail/outbox.ts";
import type { MailSender } from "../mail/sender.ts";
import { documentReference } from "./invoice/attachment.ts";
import * as letters from "./letters.ts";
import type { OrderRow } from "./order-row.ts";

/** The mails about an order, each queued in the transaction of what it tells. */

type Trx = DatabaseOrTransaction;

export function mailConfirmation(trx: Trx, sender: MailSender, order: OrderRow, now: Date): Promise<void> {
  return send(trx, sender, order, now, (bought) => letters.confirmationLetter(sender, bought), "invoice");
}

export function mailTooLate(trx: Trx, sender: MailSender, order: OrderRow, now: Date): Promise<void> {
  return send(trx, sender, order, now, (bought) => letters.tooLateLetter(sender, bought));
}

export async function mailShipped(trx: Trx, sender: MailSender, order: OrderRow, now: Date): Promise<void> {
  const parcel = await latestParcel(trx, order);
  if (!parcel) throw new Error(`order ${order.number} was shipped without a parcel`);
  await send(trx, sender, order, now, (bought) => letters.shippedLetter(sender, bought, parcel));
}

export async function mailOutForDelivery(trx: Trx, sender: MailSender, order: OrderRow, now: Date): Promise<void> {
  const parcel = await latestParcel(trx, order);
  await send(trx, sender, order, now, (bought) => letters.outForDeliveryLetter(sender, bought, parcel));
}

/** @param returnUntil the last moment at which a return can be asked for */
export function mailDelivered(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  returnUntil: Date | null,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => letters.deliveredLetter(sender, bought, returnUntil));
}

/** @param why who cancelled it, and where it was the shop its reason, which may be empty */
export function mailCancelled(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  why: { cause: OrderCause; reason: string },
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => letters.cancelledLetter(sender, bought, why), "credit-note");
}

export function mailLost(trx: Trx, sender: MailSender, order: OrderRow, now: Date): Promise<void> {
  return send(trx, sender, order, now, (bought) => letters.lostLetter(sender, bought), "credit-note");
}

export function mailRefunded(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  amountPaise: number,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => letters.refundedLetter(sender, bought, amountPaise));
}

export function mailReturnRequested(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  reason: string,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => letters.returnRequestedLetter(sender, bought, reason));
}

export function mailReturnAccepted(trx: Trx, sender: MailSender, order: OrderRow, now: Date): Promise<void> {
  return send(trx, sender, order, now, (bought) => letters.returnAcceptedLetter(sender, bought), "credit-note");
}

export function mailReturnDeclined(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  reason: string,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => letters.returnDeclinedLetter(sender, bought, reason));
}

/** @param document what is drawn and attached when it is sent */
async function send(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  now: Date,
  write: (bought: letters.LetterOrder) => Letter,
  document?: OrderDocument,
): Promise<void> {
  const items = await trx
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  const [paid] = await trx
    .select({ method: payment.method, detail: payment.detail })
    .from(payment)
    .where(and(eq(payment.orderId, order.id), inArray(payment.state, ["captured", "refunded"])))
    .orderBy(asc(payment.createdAt))
    .limit(1);
  const letter = writeLetter(sender, write({ order, items, payment: paid ?? null }));
  await queueMail(
    trx,
    { to: order.email, ...letter, ...(document && { attachment: documentReference(document, order.number) }) },
    now,
  );
}

async function latestParcel(trx: Trx, { id }: OrderRow) {
  const [parcel] = await trx
    .select({ courier: shipment.courier, awb: shipment.awb })
    .from(shipment)
    .where(eq(shipment.orderId, id))
    .orderBy(desc(shipment.id))
    .limit(1);
  return parcel ?? null;
}
