/** Lists refunds for staff, and retries failed ones. */

import { count, desc, eq, inArray, or, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { type Paise, sumPaise } from "../../base/money.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { customerOrder, payment, type RefundReason, refund } from "../../platform/database/schema.ts";
import { findAnyOrder } from "../orders/find-order.ts";
import { lockOrderById } from "../orders/order-row.ts";
import { paymentReference } from "../payment-records/payments.ts";
import { enqueueRefund } from "./payment-jobs.ts";
import { requireUndisputed } from "./refunds.ts";
import { isOpenFailure, openFailures } from "./refunds-by-hand.ts";

export interface RefundForStaff {
  orderNumber: string;
  customerName: string;
  paymentReference: string;
  amountPaise: Paise;
  reason: RefundReason;
  state: typeof refund.$inferSelect.state;
  createdAt: Date;
  lastError: string | null;
  /** The customer's UPI ID for a refund by hand. */
  upiId: string | null;
}

/**
 * Lists refunds, newest first.
 * @param needsAttention only those that failed and need a person, that staff pays by hand, or that wait for the provider's balance
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
      upiId: refund.upiId,
    })
    .from(refund)
    .innerJoin(customerOrder, eq(customerOrder.id, refund.orderId))
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(
      needsAttention ? or(isOpenFailure, inArray(refund.state, ["awaiting_balance", "awaiting_payout"])) : undefined,
    )
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
 * @throws ApiError (404) for an unknown order, (409) if it has no unresolved failed refund, or its payment is disputed
 */
export async function retryRefunds(db: Database, number: string, actor: Actor): Promise<Paise> {
  const order = await findAnyOrder(db, number);
  return db.transaction(async (trx) => {
    await lockOrderById(trx, order.id);
    const failed = await openFailures(trx, order.id);
    await requireUndisputed(
      trx,
      order.id,
      failed.map(({ paymentId }) => paymentId),
      { deductsReturned: true },
    );
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
    const amountPaise = sumPaise(failed.map((refunded) => refunded.amountPaise));
    const subject = { type: "order" as const, id: order.number };
    await recordAudit(trx, actor, { action: "refund.retried", subject, after: { amountPaise } }, new Date());
    return amountPaise;
  });
}

const noFailure = (number: string) => new ApiError("conflict", `No refund of order ${number} has failed.`);
