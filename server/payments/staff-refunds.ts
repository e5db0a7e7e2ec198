import { and, asc, count, desc, eq, ne, or, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder, payment, type RefundReason, refund } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import type { MailSender } from "../mail/sender.ts";
import { type Paise, paise, sumPaise } from "../money.ts";
import { findAnyOrder } from "../orders/find-order.ts";
import { mailRefunded } from "../orders/mails.ts";
import { lockOrderById } from "../orders/order-row.ts";
import { paymentReference } from "../payment-records/payments.ts";
import { enqueueRefund } from "./payment-jobs.ts";
import { refundedOf } from "./refunds.ts";

/** Lists refunds for staff, and resolves failed ones. */

export interface RefundForStaff {
  orderNumber: string;
  customerName: string;
  paymentReference: string;
  amountPaise: Paise;
  reason: RefundReason;
  state: typeof refund.$inferSelect.state;
  createdAt: Date;
  lastError: string | null;
}

/** Failed refunds whose payment has not been refunded by others since, such as in the provider's dashboard. */
const isOpenFailure = and(
  eq(refund.state, "failed"),
  ne(refund.reason, "provider"),
  sql`${payment.amountPaise} > coalesce((
    select sum(other.amount_paise) from refund other
    where other.payment_id = ${refund.paymentId} and other.state <> 'failed'
  ), 0)`,
);

/**
 * Lists refunds, newest first.
 * @param needsAttention only those that failed and need a person, or wait for the provider's balance
 */
export async function listRefundsForStaff(
  db: Database,
  { needsAttention, max }: { needsAttention: boolean; max: number },
): Promise<RefundForStaff[]> {
  return db
    .select({
      orderNumber: customerOrder.number,
      customerName: customerOrder.customerName,
      paymentReference,
      amountPaise: refund.amountPaise,
      reason: refund.reason,
      state: refund.state,
      createdAt: refund.createdAt,
      lastError: refund.lastError,
    })
    .from(refund)
    .innerJoin(customerOrder, eq(customerOrder.id, refund.orderId))
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(needsAttention ? or(isOpenFailure, eq(refund.state, "awaiting_balance")) : undefined)
    .orderBy(desc(refund.createdAt), desc(refund.id))
    .limit(max);
}

/** Counts the failed refunds that need a person. */
export async function countFailedRefunds(db: Database): Promise<number> {
  const [counted] = await db
    .select({ refunds: count() })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(isOpenFailure);
  return counted?.refunds ?? 0;
}

/**
 * Retries the failed refunds of an order.
 * @param number of the order, as typed
 * @returns their sum
 * @throws ApiError (404) for an unknown order, (409) if it has no unresolved failed refund
 */
export async function retryRefunds(db: Database, number: string): Promise<Paise> {
  const order = await findAnyOrder(db, number);
  return db.transaction(async (trx) => {
    await lockOrderById(trx, order.id);
    const failed = await openFailures(trx, order.id);
    for (const { id, amountPaise } of failed) {
      await trx
        .update(refund)
        .set({
          state: "requested",
          amountPaise,
          // Under a new key: under the same one the provider would return the failed refund.
          keyVersion: sql`${refund.keyVersion} + 1`,
          rejections: 0,
          providerRefundId: null,
          lastError: null,
        })
        .where(eq(refund.id, id));
      await enqueueRefund(trx, id);
    }
    if (failed.length === 0) throw noFailure(order.number);
    return sumPaise(failed.map(({ amountPaise }) => amountPaise));
  });
}

/**
 * Records that the failed refunds of an order were paid in another way, such as a bank transfer, and emails its customer.
 * @param reference of the transfer, for the books
 * @throws ApiError as `retryRefunds`, and (422) without a reference
 */
export async function recordManualRefunds(
  db: Database,
  number: string,
  reference: string,
  { readSender, now }: { readSender: (origin: string) => Promise<MailSender>; now: Date },
): Promise<Paise> {
  if (reference.trim() === "" || reference.length > 200)
    throw ApiError.ofField("reference", "Please give the transfer’s reference in 1 to 200 characters.");
  const { id, number: orderNumber, shopOrigin } = await findAnyOrder(db, number);
  const sender = await readSender(shopOrigin);
  return db.transaction(async (trx) => {
    const order = await lockOrderById(trx, id);
    const failed = await openFailures(trx, id);
    if (!order || failed.length === 0) throw noFailure(orderNumber);
    for (const { id: refundId, amountPaise } of failed) {
      await trx
        .update(refund)
        .set({ state: "processed", amountPaise, processedAt: now, manualReference: reference.trim() })
        .where(eq(refund.id, refundId));
      await mailRefunded(trx, sender, order, { amountPaise, isManual: true }, now);
    }
    return sumPaise(failed.map(({ amountPaise }) => amountPaise));
  });
}

/** Reads the failed refunds of a locked order, each with what can still be refunded of it. */
async function openFailures(
  trx: DatabaseOrTransaction,
  orderId: number,
): Promise<{ id: number; amountPaise: Paise }[]> {
  const rows = await trx
    .select({ id: refund.id, amountPaise: refund.amountPaise, paymentId: payment.id, paidPaise: payment.amountPaise })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(and(eq(refund.orderId, orderId), isOpenFailure))
    .orderBy(asc(refund.id));
  const left = new Map<number, number>();
  const open = [];
  for (const { id, amountPaise, paymentId, paidPaise } of rows) {
    const remaining = left.get(paymentId) ?? paidPaise - (await refundedOf(trx, paymentId));
    const refundable = paise(Math.min(amountPaise, remaining));
    left.set(paymentId, remaining - refundable);
    if (refundable > 0) open.push({ id, amountPaise: refundable });
  }
  return open;
}

const noFailure = (number: string) => new ApiError("conflict", `No refund of order ${number} has failed.`);
