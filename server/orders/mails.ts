import { and, asc, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { cartItem, type OrderCause, orderItem } from "../database/schema.ts";
import { type EmailTemplate, renderEmail } from "../mail/email-template.ts";
import { queueMail } from "../mail/outbox.ts";
import type { MailSender } from "../mail/sender.ts";
import type { Paise } from "../money.ts";
import { readPaidPayment } from "../payment-records/payments.ts";
import { type PreparedCreditNote, prepareCreditNote } from "./credit-notes.ts";
import type { OrderInEmail, SentParcel } from "./email-parts.ts";
import { documentReference } from "./invoice/attachment.ts";
import { itemName } from "./item-name.ts";
import * as emails from "./order-emails.ts";
import type { OrderRow } from "./order-row.ts";
import * as payments from "./payment-emails.ts";
import { type Parcel, readParcels } from "./read-parcels.ts";
import { type RecalledLot, recallEmail } from "./recall-email.ts";
import * as returns from "./return-emails.ts";

/** Queues the emails about an order, each in the transaction of its cause. */

export type { ReturnedPayment } from "./payment-emails.ts";

type Trx = DatabaseOrTransaction;

/** @param bought its items, and the payment that has paid it */
export function mailConfirmation(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  bought: Pick<OrderInEmail, "items" | "payment">,
  now: Date,
): Promise<void> {
  const email = emails.confirmationEmail(sender, { order, ...bought });
  return queue(trx, sender, order, now, email, { ...invoiceIf(order.paymentMethod === "online"), mustArrive: true });
}

/** Sends the confirmation once more, as the order is now. */
export function mailConfirmationAgain(trx: Trx, sender: MailSender, order: OrderRow, now: Date): Promise<void> {
  const write = (bought: OrderInEmail) => emails.confirmationEmail(sender, bought);
  return send(trx, sender, order, now, write, invoiceIf(order.paymentMethod === "online"));
}

/** @param returned the payment that could not pay the order, and why */
export function mailPaymentReturned(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  { paymentId, ...returned }: payments.ReturnedPayment & { paymentId: number },
  now: Date,
): Promise<void> {
  const write = (bought: OrderInEmail) => payments.returnedPaymentEmail(sender, bought, returned);
  return send(trx, sender, order, now, write, { paymentId });
}

/** The order has expired, and the provider says that nothing was paid. */
export async function mailExpired(trx: Trx, sender: MailSender, order: OrderRow, now: Date): Promise<void> {
  const [left] = await trx
    .select({ productId: cartItem.productId })
    .from(cartItem)
    .innerJoin(orderItem, and(eq(orderItem.variantId, cartItem.variantId), eq(orderItem.orderId, order.id)))
    .where(eq(cartItem.customerId, order.customerId))
    .limit(1);
  const write = (bought: OrderInEmail) => payments.expiredEmail(sender, bought, { inCart: left !== undefined });
  await send(trx, sender, order, now, write);
}

export async function mailShipped(trx: Trx, sender: MailSender, order: OrderRow, now: Date): Promise<void> {
  const parcel = await latestParcel(trx, order);
  if (!parcel) throw new Error(`order ${order.number} was shipped without a parcel`);
  const { items: held } = parcel;
  const write = (bought: OrderInEmail) =>
    emails.shippedEmail(sender, bought, {
      ...parcel,
      holds:
        held &&
        bought.items.flatMap((item) => {
          const units = held.find(({ position }) => position === item.position);
          return units ? [`${units.quantity} × ${itemName(item)}`] : [];
        }),
    });
  await send(trx, sender, order, now, write, invoiceIf(order.paymentMethod === "cash_on_delivery"));
}

/** @param parcel by default the latest */
export async function mailOutForDelivery(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  now: Date,
  parcel?: SentParcel,
): Promise<void> {
  const sent = parcel ?? (await latestParcel(trx, order));
  await send(trx, sender, order, now, (bought) => emails.outForDeliveryEmail(sender, bought, sent));
}

/** @param again date of the next attempt, formatted for the customer */
export async function mailDeliveryFailed(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  again: string,
  now: Date,
): Promise<void> {
  const parcel = await latestParcel(trx, order);
  await send(trx, sender, order, now, (bought) => emails.deliveryFailedEmail(sender, bought, parcel, again));
}

/** @param returnUntil the end of the return period */
export function mailDelivered(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  returnUntil: Date | null,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => emails.deliveredEmail(sender, bought, returnUntil));
}

/** @param why who cancelled it, and the shop's reason, which may be empty */
export function mailCancelled(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  { credit, ...why }: { cause: OrderCause; reason: string; credit: PreparedCreditNote | null },
  now: Date,
): Promise<void> {
  const write = (bought: OrderInEmail) => emails.cancelledEmail(sender, bought, why);
  return send(trx, sender, order, now, write, { credit });
}

/** As `mailCancelled`, for some of its items. */
export function mailPartlyCancelled(
  trx: Trx,
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
  const write = (bought: OrderInEmail) => emails.partlyCancelledEmail(sender, bought, why);
  return send(trx, sender, order, now, write, { credit, ...(cancelled && { returned: cancelled }) });
}

export function mailLost(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote | null,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => emails.lostEmail(sender, bought), { credit });
}

export function mailCameBack(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote | null,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => emails.cameBackEmail(sender, bought), { credit });
}

/** Staff has refunded some items without a return. */
export function mailUnitsRefunded(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => payments.unitsRefundedEmail(sender, bought), { credit });
}

export function mailRefunded(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  {
    amountPaise,
    ...to
  }: { amountPaise: Paise; bankReference: string | null } & (
    | { paymentId: number; note: string }
    | { /** Where staff has paid it, in words. */ account: string }
  ),
  now: Date,
): Promise<void> {
  const write = (bought: OrderInEmail) => payments.refundedEmail(sender, bought, amountPaise, to);
  return send(trx, sender, order, now, write, "paymentId" in to ? { paymentId: to.paymentId } : {});
}

/** Staff refunds a part of the cash that was paid. @param goodwill amount, and why in a sentence */
export function mailGoodwill(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  goodwill: { amountPaise: Paise; note: string },
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => payments.goodwillEmail(sender, bought, goodwill));
}

/** The customer has entered a UPI ID for refunds. @param upiId in part */
export function mailRefundAccount(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  upiId: string,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => payments.refundAccountEmail(sender, bought, upiId));
}

/** The customer's bank did not accept the refund, or the provider has finally refused it. */
export function mailRefundFailed(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  amountPaise: Paise,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => payments.refundFailedEmail(sender, bought, amountPaise));
}

export function mailReturnRequested(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  { reason, returned }: { reason: string; returned: PreparedCreditNote },
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => returns.returnRequestedEmail(sender, bought, reason), { returned });
}

export function mailReturnAccepted(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote | null,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => returns.returnAcceptedEmail(sender, bought), { credit });
}

export function mailReturnApproved(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  { pickUp, returned }: { pickUp: returns.PickUp; returned: PreparedCreditNote },
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => returns.returnApprovedEmail(sender, bought, pickUp), { returned });
}

/** @param what the units that are sent again, in words */
export function mailReplacementPromised(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  what: string,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => returns.replacementPromisedEmail(sender, bought, what));
}

export function mailReplacementShipped(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  parcel: SentParcel,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => returns.replacementShippedEmail(sender, bought, parcel));
}

export function mailReturnReceived(trx: Trx, sender: MailSender, order: OrderRow, now: Date): Promise<void> {
  return send(trx, sender, order, now, (bought) => returns.returnReceivedEmail(sender, bought));
}

export function mailReturnDeclined(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  reason: string,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => returns.returnDeclinedEmail(sender, bought, reason));
}

/** The shop recalls a lot that the order has units of. */
export function mailRecall(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  recall: RecalledLot,
  now: Date,
): Promise<void> {
  return send(trx, sender, order, now, (bought) => recallEmail(sender, bought, recall), { mustArrive: true });
}

/** Staff writes to the customer. */
export function mailNote(trx: Trx, sender: MailSender, order: OrderRow, text: string, now: Date): Promise<void> {
  return send(trx, sender, order, now, (bought) => emails.noteEmail(sender, bought, text));
}

/** An invoice is emailed when it is issued. */
const invoiceIf = (isIssued: boolean): SendOptions => (isIssued ? { document: "invoice" } : {});

interface SendOptions {
  /** Drawn and attached when the email is sent. */
  document?: "invoice";
  /** The credit note that it is about; attached likewise. */
  credit?: PreparedCreditNote | null;
  /** What it is about while nothing is credited yet. */
  returned?: PreparedCreditNote;
  /** The payment that it is about; by default the one that paid the order. */
  paymentId?: number;
  /** Sent again if it is unknown whether it went out. */
  mustArrive?: boolean;
}

async function send(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  now: Date,
  write: (bought: OrderInEmail) => EmailTemplate,
  { returned, paymentId, ...options }: SendOptions = {},
): Promise<void> {
  const items = await trx
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  const payment = await readPaidPayment(trx, order.id, paymentId);
  const isCreditedInPart = items.some(({ creditedQuantity }) => creditedQuantity > 0);
  // Without anything else it is about what is left of the order.
  const credited =
    options.credit ?? returned ?? (isCreditedInPart ? await prepareCreditNote(trx, order.id) : undefined);
  const email = write({ order, items, payment, credited });
  await queue(trx, sender, order, now, email, options);
}

async function queue(
  trx: Trx,
  sender: MailSender,
  order: OrderRow,
  now: Date,
  email: EmailTemplate,
  { document, credit, mustArrive = false }: Pick<SendOptions, "document" | "credit" | "mustArrive">,
): Promise<void> {
  const message = renderEmail(sender, email);
  const reference = credit
    ? documentReference("credit-note", order.number, credit.position)
    : document && documentReference(document, order.number);
  const attachment = reference && { attachment: reference };
  const { email: to, number: orderNumber } = order;
  await queueMail(trx, { to, ...message, ...attachment, orderNumber, mustArrive }, now);
}

async function latestParcel(trx: Trx, { id }: OrderRow): Promise<Parcel | null> {
  return (await readParcels(trx, id)).at(-1) ?? null;
}
