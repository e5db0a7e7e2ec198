import { and, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { cartItem, orderItem } from "../database/schema.ts";
import type { MailSender } from "../mail/sender.ts";
import type { Paise } from "../money.ts";
import type { PreparedCreditNote } from "./credit-notes.ts";
import type { OrderInEmail } from "./email-parts.ts";
import type { OrderRow } from "./order-row.ts";
import {
  expiredEmail,
  goodwillEmail,
  prepaidEmail,
  type ReturnedPayment,
  refundAccountEmail,
  refundedEmail,
  refundFailedEmail,
  returnedPaymentEmail,
  shippingRefundedEmail,
  unitsRefundedEmail,
} from "./payment-emails.ts";
import { queueEmail } from "./queue-email.ts";

/** Queues the emails about payments and refunds of an order, each in the transaction of its cause. */

/** An order for cash on delivery was paid online. @param prepaid the fee that is no longer due */
export function mailPrepaid(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  prepaid: { savedPaise: Paise },
  now: Date,
): Promise<void> {
  const compose = (bought: OrderInEmail) => prepaidEmail(sender, bought, prepaid);
  return queueEmail(trx, sender, order, now, compose, { document: "invoice", mustArrive: true });
}

/** @param returned the payment that could not pay the order, and why */
export function mailPaymentReturned(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { paymentId, ...returned }: ReturnedPayment & { paymentId: number },
  now: Date,
): Promise<void> {
  const compose = (bought: OrderInEmail) => returnedPaymentEmail(sender, bought, returned);
  return queueEmail(trx, sender, order, now, compose, { paymentId });
}

/** The order has expired, and the provider says that nothing was paid. */
export async function mailExpired(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const [inCart] = await trx
    .select({ productId: cartItem.productId })
    .from(cartItem)
    .innerJoin(orderItem, and(eq(orderItem.variantId, cartItem.variantId), eq(orderItem.orderId, order.id)))
    .where(eq(cartItem.customerId, order.customerId))
    .limit(1);
  const compose = (bought: OrderInEmail) => expiredEmail(sender, bought, { inCart: inCart !== undefined });
  await queueEmail(trx, sender, order, now, compose);
}

/** Staff has refunded shipping and fees alone. @param refunded its credit note, and why in a sentence */
export function mailShippingRefunded(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { credit, note }: { credit: PreparedCreditNote; note: string },
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => shippingRefundedEmail(sender, bought, note), { credit });
}

export function mailRefunded(
  trx: DatabaseOrTransaction,
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
  const compose = (bought: OrderInEmail) => refundedEmail(sender, bought, amountPaise, to);
  return queueEmail(trx, sender, order, now, compose, "paymentId" in to ? { paymentId: to.paymentId } : {});
}

/** Staff has refunded some items without a return. */
export function mailUnitsRefunded(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => unitsRefundedEmail(sender, bought), { credit });
}

/** Staff refunds a part of the cash that was paid. @param goodwill amount, and why in a sentence */
export function mailGoodwill(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  goodwill: { amountPaise: Paise; note: string },
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => goodwillEmail(sender, bought, goodwill));
}

/** The customer has entered a UPI ID for refunds. @param upiId in part */
export function mailRefundAccount(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  upiId: string,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => refundAccountEmail(sender, bought, upiId));
}

/** The customer's bank did not accept the refund, or the provider has finally refused it. */
export function mailRefundFailed(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  amountPaise: Paise,
  now: Date,
): Promise<void> {
  return queueEmail(trx, sender, order, now, (bought) => refundFailedEmail(sender, bought, amountPaise));
}
