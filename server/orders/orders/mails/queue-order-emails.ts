/** Queues the emails about an order and its parcels, each in the transaction of its cause. */

import { isoDayInIndia } from "../../../../contract/dates.ts";
import { termsOf } from "../../../../contract/orders/payment-terms.ts";
import { paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import type { OrderCause } from "../../../platform/database/schema.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { cashOf } from "../balance.ts";
import type { PreparedCreditNote } from "../invoice/credit-notes.ts";
import { itemName } from "../item-name.ts";
import type { OrderRow } from "../order-row.ts";
import type { OrderEdit } from "../pending-edit.ts";
import { type Parcel, readParcels } from "../read-parcels.ts";
import { advanceVoucher, nextPosition } from "../vouchers/issue-vouchers.ts";
import { editEndedEmail, editToPayEmail } from "./edit-emails.ts";
import type { OrderEmailContext, SentParcel } from "./email-parts.ts";
import {
  cancelledEmail,
  confirmationEmail,
  deliveredEmail,
  deliveryFailedEmail,
  type FailedAttempt,
  lostEmail,
  noteEmail,
  type OrderChange,
  orderChangedEmail,
  outForDeliveryEmail,
  type PrepayOffer,
  parcelCorrectedEmail,
  partlyCancelledEmail,
  returnedToSenderEmail,
  shippedEmail,
  stepUndoneEmail,
} from "./order-emails.ts";
import { type EmailOptions, queueComposedEmail, queueOrderEmail } from "./queue-email.ts";
import { amountOf, cashValues, parcelValues } from "./queue-order-message.ts";
import { type RecalledLot, recallEmail } from "./recall-email.ts";

/**
 * @param context the items, and the payment that has paid the order
 * @param context.prepay how an order for cash on delivery can be paid online
 */
export async function queueConfirmationEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { prepay, ...context }: Pick<OrderEmailContext, "items" | "payment"> & { prepay?: PrepayOffer | undefined },
  now: Date,
): Promise<void> {
  const isAdvance = order.advancePaidAt !== null;
  const voucher = isAdvance
    ? { kind: "receipt" as const, position: await nextPosition(trx, order.id, "receipt") }
    : null;
  const email = confirmationEmail(sender, { order, ...context, voucher: voucher?.kind }, prepay);
  return queueComposedEmail(trx, sender, order, now, email, {
    ...invoiceIf(termsOf(order).invoiced === "confirmed"),
    voucher,
    mustArrive: true,
    message: { event: "confirmed", values: { amount: amountOf(order.totalPaise) } },
  });
}

/** Queues the confirmation again, with the order's current state. */
export async function requeueConfirmationEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const compose = (context: OrderEmailContext) => confirmationEmail(sender, context);
  const isInvoiced = termsOf(order).invoiced === "confirmed";
  const advance = isInvoiced ? null : await advanceVoucher(trx, order.id);
  return queueOrderEmail(trx, sender, order, now, compose, {
    ...invoiceIf(isInvoiced),
    voucher: advance === null ? null : { kind: "receipt", position: advance },
  });
}

export async function queueShippedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const parcel = await latestParcel(trx, order);
  if (!parcel) throw new Error(`order ${order.number} was shipped without a parcel`);
  const { items: inParcel } = parcel;
  const compose = (context: OrderEmailContext) =>
    shippedEmail(sender, context, {
      ...parcel,
      holds:
        inParcel &&
        context.items.flatMap((item) => {
          const units = inParcel.find(({ position }) => position === item.position);
          return units ? [`${units.quantity} × ${itemName(item)}`] : [];
        }),
    });
  await queueOrderEmail(trx, sender, order, now, compose, {
    ...invoiceIf(termsOf(order).invoiced === "dispatched"),
    message: { event: "shipped", occurrence: parcel.awb, values: parcelValues(parcel) },
  });
}

/** @param parcel by default the latest */
export async function queueOutForDeliveryEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
  parcel?: SentParcel,
): Promise<void> {
  const sent = parcel ?? (await latestParcel(trx, order));
  await queueOrderEmail(trx, sender, order, now, (context) => outForDeliveryEmail(sender, context, sent), {
    message: {
      event: "out_for_delivery",
      // Once a day, because it may come back to the courier's depot.
      occurrence: `${sent?.awb ?? ""} ${isoDayInIndia(now)}`,
      values: { ...parcelValues(sent), ...cashValues(termsOf(order).courierCollects ? cashOf(order) : paise(0)) },
    },
  });
}

export const queueDeliveryFailedEmail = (
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { parcel, ...attempt }: FailedAttempt & { parcel: SentParcel },
  now: Date,
): Promise<void> =>
  queueOrderEmail(trx, sender, order, now, (context) => deliveryFailedEmail(context, parcel, attempt), {
    message: {
      event: "delivery_failed",
      occurrence: `${parcel.awb} ${isoDayInIndia(now)}`,
      values: { ...parcelValues(parcel), day: attempt.again ?? "the next working day" },
      path: new URL(attempt.url).pathname,
    },
  });

/** @param returnUntil the end of the return period */
export function queueDeliveredEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  returnUntil: Date | null,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => deliveredEmail(sender, context, returnUntil), {
    message: { event: "delivered" },
  });
}

/** Queues the correction of what the customer was told last: the order is in this state again. */
export async function queueStepUndoneEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const parcel = await latestParcel(trx, order);
  await queueOrderEmail(trx, sender, order, now, (context) => stepUndoneEmail(sender, context, parcel));
}

export function queueParcelCorrectedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  parcel: SentParcel,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => parcelCorrectedEmail(sender, context, parcel));
}

/** @param why who has cancelled the order, and the shop's reason, which may be empty */
export function queueCancelledEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { credit, ...why }: { cause: OrderCause; reason: string; credit: PreparedCreditNote | null },
  now: Date,
): Promise<void> {
  const compose = (context: OrderEmailContext) => cancelledEmail(sender, context, why);
  return queueOrderEmail(trx, sender, order, now, compose, { credit, message: { event: "cancelled" } });
}

/** As `queueCancelledEmail`, for some of the items. */
export function queuePartlyCancelledEmail(
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
    /** The units with their amounts, for an order without an invoice and so without a credit note. */
    cancelled?: Pick<PreparedCreditNote, "lines" | "totalPaise" | "reasons">;
  },
  now: Date,
): Promise<void> {
  const compose = (context: OrderEmailContext) => partlyCancelledEmail(sender, context, why);
  return queueOrderEmail(trx, sender, order, now, compose, { credit, ...(cancelled && { returned: cancelled }) });
}

/** @param changed what was removed and added, and why, as sentences */
export function queueOrderChangedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  changed: OrderChange,
  now: Date,
): Promise<void> {
  const compose = (context: OrderEmailContext) => orderChangedEmail(sender, context, changed);
  return queueOrderEmail(
    trx,
    sender,
    order,
    now,
    compose,
    changed.invoice ? { invoice: changed.invoice.position } : {},
  );
}

/** A change of a paid order waits for its payment. @param change.url where it is paid */
export function queueEditToPayEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  change: { edit: OrderEdit; url: string },
  now: Date,
): Promise<void> {
  const compose = (context: OrderEmailContext) => editToPayEmail(sender, context, change);
  return queueOrderEmail(trx, sender, order, now, compose, { mustArrive: true });
}

export function queueEditEndedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  edit: OrderEdit,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => editEndedEmail(sender, context, edit));
}

export function queueLostEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote | null,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => lostEmail(sender, context), { credit });
}

export function queueReturnedToSenderEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote | null,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => returnedToSenderEmail(sender, context), { credit });
}

/** Queues the email about a recalled lot of which the order has units. */
export function queueRecallEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  recall: RecalledLot,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => recallEmail(sender, context, recall), {
    mustArrive: true,
  });
}

/** Queues a message of staff to the customer. */
export function queueNoteEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  text: string,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => noteEmail(sender, context, text));
}

/** Attaches the invoice to the email that is sent when it is issued. */
const invoiceIf = (isIssued: boolean): EmailOptions => (isIssued ? { invoice: 1 } : {});

async function latestParcel(trx: DatabaseOrTransaction, { id }: OrderRow): Promise<Parcel | null> {
  return (await readParcels(trx, id)).at(-1) ?? null;
}
