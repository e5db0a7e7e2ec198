/** Queues the emails about payments and refunds of an order, each in the transaction of its cause. */

import { and, eq } from "drizzle-orm";
import type { Paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { cartItem, orderItem } from "../../../platform/database/schema.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import type { PreparedCreditNote } from "../invoice/credit-notes.ts";
import type { OrderRow } from "../order-row.ts";
import type { OrderEmailContext } from "./email-parts.ts";
import {
  expiredEmail,
  goodwillEmail,
  prepaidEmail,
  refundAccountEmail,
  refundDroppedEmail,
  refundedEmail,
  refundFailedEmail,
  releasedCreditEmail,
  shippingRefundedEmail,
  type UnappliedPayment,
  unappliedPaymentEmail,
  unitsRefundedEmail,
} from "./payment-emails.ts";
import { queueOrderEmail } from "./queue-email.ts";
import { amountOf } from "./queue-order-message.ts";

/** An order for cash on delivery was paid online. @param prepaid what was paid now, and the fee that is no longer due */
export function queuePrepaidEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  prepaid: { paidPaise: Paise; savedPaise: Paise },
  now: Date,
): Promise<void> {
  const compose = (context: OrderEmailContext) => prepaidEmail(sender, context, prepaid);
  return queueOrderEmail(trx, sender, order, now, compose, { invoice: 1, mustArrive: true });
}

/**
 * @param returned the payment that could not be applied, and why
 * @param returned.refundVoucher the position of the refund voucher that will be issued; null without one
 */
export function queueUnappliedPaymentEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { paymentId, refundVoucher, ...returned }: UnappliedPayment & { paymentId: number; refundVoucher: number | null },
  now: Date,
): Promise<void> {
  const compose = (context: OrderEmailContext) => unappliedPaymentEmail(sender, context, returned);
  const voucher = refundVoucher === null ? null : { kind: "refund" as const, position: refundVoucher };
  return queueOrderEmail(trx, sender, order, now, compose, { paymentId, voucher });
}

/** The order has expired, and the provider says that nothing was paid. */
export async function queueExpiredEmail(
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
  const compose = (context: OrderEmailContext) => expiredEmail(sender, context, { inCart: inCart !== undefined });
  await queueOrderEmail(trx, sender, order, now, compose);
}

/** Staff has refunded only shipping and fees. @param refunded its credit note, and why in a sentence */
export function queueShippingRefundedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { credit, note }: { credit: PreparedCreditNote; note: string },
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => shippingRefundedEmail(sender, context, note), {
    credit,
  });
}

export function queueRefundedEmail(
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
  const compose = (context: OrderEmailContext) => refundedEmail(sender, context, amountPaise, to);
  return queueOrderEmail(trx, sender, order, now, compose, {
    ...("paymentId" in to && { paymentId: to.paymentId }),
    message: { event: "refunded", occurrence: now.toISOString(), values: { amount: amountOf(amountPaise) } },
  });
}

/** Staff has refunded some items without a return. */
export function queueUnitsRefundedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => unitsRefundedEmail(sender, context), { credit });
}

/** The credit for a set that was taken back is no longer used. @param credit what was retained for it */
export function queueReleasedCreditEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  credit: PreparedCreditNote,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => releasedCreditEmail(sender, context), { credit });
}

/** Staff refunds a part of the cash that was paid. @param goodwill amount, and why in a sentence */
export function queueGoodwillEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  goodwill: { amountPaise: Paise; note: string },
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => goodwillEmail(sender, context, goodwill));
}

/** The customer has entered a UPI ID for refunds. @param upiId in part */
export function queueRefundAccountEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  upiId: string,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => refundAccountEmail(sender, context, upiId));
}

/** The customer's bank did not accept the refund, or the provider has finally refused it. */
export function queueRefundFailedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  amountPaise: Paise,
  now: Date,
): Promise<void> {
  return queueOrderEmail(trx, sender, order, now, (context) => refundFailedEmail(sender, context, amountPaise));
}

/** The bank has returned what a refund was to pay. @param to the refund's payment, and what is still refunded */
export function queueRefundDroppedEmail(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { paymentId, leftPaise }: { paymentId: number; leftPaise: Paise },
  now: Date,
): Promise<void> {
  const compose = (context: OrderEmailContext) => refundDroppedEmail(sender, context, leftPaise);
  return queueOrderEmail(trx, sender, order, now, compose, { paymentId });
}
