/** Refunds that staff pays by UPI or bank transfer: of cash, or after the provider or the bank has failed. */

import { and, asc, eq, ne, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise, sumPaise } from "../../base/money.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { payment, refund } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { findAnyOrder } from "../orders/find-order.ts";
import { queueRefundedEmail } from "../orders/mails/queue-payment-emails.ts";
import { lockOrderById } from "../orders/order-row.ts";
import { returnedByBankPaise } from "../payment-records/disputes.ts";
import { maskUpiId } from "../payment-records/mask-upi-id.ts";
import { refundedOf } from "../payment-records/refundable.ts";
import { requireUndisputed } from "./refunds.ts";

/** A refund with what can still be refunded of its payment. */
export interface DueRefund {
  id: number;
  amountPaise: Paise;
  /** The customer's UPI ID. */
  upiId: string | null;
}

/** Selects failed refunds whose payment has not been refunded in another way, for example in the provider's dashboard or by the bank. */
export const isOpenFailure = and(
  eq(refund.state, "failed"),
  ne(refund.reason, "provider"),
  sql`${payment.amountPaise} - ${returnedByBankPaise} > coalesce((
    select sum(other.amount_paise) from refund other
    where other.payment_id = ${refund.paymentId} and other.state <> 'failed'
  ), 0)`,
);

/** Reads the failed refunds of a locked order, each with what can still be refunded of it. */
export async function openFailures(
  trx: DatabaseOrTransaction,
  orderId: number,
): Promise<(DueRefund & { paymentId: number })[]> {
  const rows = await trx
    .select({
      id: refund.id,
      amountPaise: refund.amountPaise,
      upiId: refund.upiId,
      paymentId: payment.id,
      paidPaise: payment.amountPaise,
      byBankPaise: returnedByBankPaise,
    })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(and(eq(refund.orderId, orderId), isOpenFailure))
    .orderBy(asc(refund.id));
  const left = new Map<number, number>();
  const open = [];
  for (const { id, amountPaise, upiId, paymentId, paidPaise, byBankPaise } of rows) {
    const remaining = left.get(paymentId) ?? paidPaise - byBankPaise - (await refundedOf(trx, paymentId));
    const refundable = paise(Math.min(amountPaise, remaining));
    left.set(paymentId, remaining - refundable);
    if (refundable > 0) open.push({ id, amountPaise: refundable, upiId, paymentId });
  }
  return open;
}

/** Reads all refunds of a locked order that staff is to pay. */
export async function readDueByHand(
  trx: DatabaseOrTransaction,
  orderId: number,
): Promise<(DueRefund & { paymentId: number })[]> {
  const payouts = await trx
    .select({ id: refund.id, amountPaise: refund.amountPaise, upiId: refund.upiId, paymentId: refund.paymentId })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), eq(refund.state, "awaiting_payout")))
    .orderBy(asc(refund.id));
  return [...payouts, ...(await openFailures(trx, orderId))];
}

/**
 * Records that staff has paid the refunds of an order that are due by hand, erases the customer's UPI ID, and emails the customer.
 * @param number of the order, as typed
 * @param reference of the transfer, for the customer and the books
 * @returns the sum of the refunds
 * @throws ApiError (404) for an unknown order, (409) if it has no such refund or its payment is disputed, (422) without a reference
 */
export async function recordManualRefunds(
  db: Database,
  number: string,
  reference: string,
  { readSender, now, actor }: { readSender: (origin: string) => Promise<MailSender>; now: Date; actor: Actor },
): Promise<Paise> {
  const manualReference = reference.trim();
  if (manualReference === "" || manualReference.length > 200)
    throw ApiError.ofField("reference", "Please give the transfer’s reference in 1 to 200 characters.");
  const { id, number: orderNumber, shopOrigin } = await findAnyOrder(db, number);
  const sender = await readSender(shopOrigin);
  return db.transaction(async (trx) => {
    const order = await lockOrderById(trx, id);
    const due = await readDueByHand(trx, id);
    if (!order || due.length === 0)
      throw new ApiError("conflict", `No refund of order ${orderNumber} is to be paid by hand.`);
    const paymentIds = due.map(({ paymentId }) => paymentId);
    await requireUndisputed(trx, id, paymentIds, { deductsReturned: true });
    for (const { id: refundId, amountPaise, upiId } of due) {
      await trx
        .update(refund)
        .set({
          state: "processed",
          amountPaise,
          processedAt: now,
          manualReference,
          bankReference: manualReference,
          upiId: null,
        })
        .where(eq(refund.id, refundId));
      const account = upiId === null ? "the account you gave us" : `your UPI ID ${maskUpiId(upiId)}`;
      await queueRefundedEmail(trx, sender, order, { amountPaise, account, bankReference: manualReference }, now);
    }
    const amountPaise = sumPaise(due.map((paid) => paid.amountPaise));
    const subject = { type: "order" as const, id: orderNumber };
    await recordAudit(trx, actor, { action: "refund.paid_by_hand", subject, after: { amountPaise } }, now);
    return amountPaise;
  });
}
