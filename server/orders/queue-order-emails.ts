import type { DatabaseOrTransaction } from "../database/database.ts";
import type { OrderCause } from "../database/schema.ts";
import type { MailSender } from "../mail/sender.ts";
import type { PreparedCreditNote } from "./credit-notes.ts";
import type { OrderInEmail, SentParcel } from "./email-parts.ts";
import { itemName } from "./item-name.ts";
import {
  cameBackEmail,
  cancelledEmail,
  confirmationEmail,
  deliveredEmail,
  deliveryFailedEmail,
  lostEmail,
  noteEmail,
  outForDeliveryEmail,
  type PrepayOffer,
  partlyCancelledEmail,
  shippedEmail,
} from "./order-emails.ts";
import type { OrderRow } from "./order-row.ts";
import { type EmailOptions, queueComposed, queueEmail } from "./queue-email.ts";
import { type Parcel, readParcels } from "./read-parcels.ts";
import { type RecalledLot, recallEmail } from "./recall-email.ts";

/** Queues the emails about an order and its parcels, each in the transaction of its cause. */

/**
 * @param bought the items, and the payment that has paid the order
 * @param bought.prepay how an order for cash on delivery can be paid online
 */
export function mailConfirmation(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { prepay, ...bought }: Pick<OrderInEmail, "items" | "payment"> & { prepay?: PrepayOffer | undefined },
  now: Date,
): Promise<void> {
  const email = confirmationEmail(sender, { order, ...bought }, prepay);
  return queueComposed(trx, sender, order, now, email, {
    ...invoiceIf(order.paymentMethod === "online"),
    mustArrive: true,
  });
}

/** Sends the confirmation once more, as the order is now. */
export function mailConfirmationAgain(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const compose = (bought: OrderInEmail) => confirmationEmail(sender, bought);
  return queueEmail(trx, sender, order, now, compose, invoiceIf(order.paymentMethod === "online"));
}

export async function mailShipped(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const parcel = await latestParcel(trx, order);
  if (!parcel) throw new Error(`order ${order.number} was shipped without a parcel`);
  const { items: inParcel } = parcel;
  const compose = (bought: OrderInEmail) =>
    shippedEmail(sender, bought, {
      ...parcel,
      holds:
        inParcel &&
        bought.items.flatMap((item) => {
          const units = inParcel.find(({ position }) => position === item.position);
          return units ? [`${units.quantity} × ${itemName(item)}`] : [];
        }),
    });
  await queueEmail(trx, sender, order, now, compose, invoiceIf(order.paymentMethod === "cash_on_delivery"));
}

/** @param parcel by default the latest */
export async function mailOutForDelivery(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
  parcel?: SentParcel,
): Promise<void> {
  const sent = parcel ?? (await latestParcel(trx, order));
  await queueEmail(trx, sender, order, now, (bought) => outForDeliveryEmail(sender, bought, sent));
}

/** @param again date of the next attempt, formatted for the customer */
export async function mailDeliveryFailed(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  again: string,
  now: Date,
): Promise<void> {
  const parcel = await latestParcel(trx, order);
  await queueEmail(trx, sender, order, now, (bought) => deliveryFailedEmail(sender, bought, parcel, again));
}

/** @param returnUntil the end of the return period */
export function mailDelivered(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  returnUntil: Date | null,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => deliveredEmail(sender, bought, returnUntil));
}

/** @param why who has cancelled the order, and the shop's reason, which may be empty */
export function mailCancelled(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { credit, ...why }: { cause: OrderCause; reason: string; credit: PreparedCreditNote | null },
  now: Date,
): Promise<void> {
  const compose = (bought: OrderInEmail) => cancelledEmail(sender, bought, why);
  return queueEmail(trx, sender, order, now, compose, { credit });
}

/** As `mailCancelled`, for some of its items. */
export function mailPartlyCancelled(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  {
    credit,
    cancelled,
    ...why
  }: {
    cause: OrderCause;
    reason: string;
    credit: PreparedCreditNote | null;
    /** Instead of a credit note for an order that is not invoiced: the units with their amounts. */
    cancelled?: PreparedCreditNote;
  },
  now: Date,
): Promise<void> {
  const compose = (bought: OrderInEmail) => partlyCancelledEmail(sender, bought, why);
  return queueEmail(trx, sender, order, now, compose, { credit, ...(cancelled && { returned: cancelled }) });
}

export function mailLost(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote | null,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => lostEmail(sender, bought), { credit });
}

export function mailCameBack(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote | null,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => cameBackEmail(sender, bought), { credit });
}

/** The shop recalls a lot, and the order has units of it. */
export function mailRecall(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  recall: RecalledLot,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => recallEmail(sender, bought, recall), { mustArrive: true });
}

/** Staff writes to the customer. */
export function mailNote(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  text: string,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => noteEmail(sender, bought, text));
}

/** An invoice is emailed when it is issued. */
const invoiceIf = (isIssued: boolean): EmailOptions => (isIssued ? { document: "invoice" } : {});

async function latestParcel(trx: DatabaseOrTransaction, { id }: OrderRow): Promise<Parcel | null> {
  return (await readParcels(trx, id)).at(-1) ?? null;
}
