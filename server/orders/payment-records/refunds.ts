/** The refunds of an order, as its pages and documents describe them. */

import { and, asc, eq, exists, gt, inArray, max, ne, type SQL, sql, sum } from "drizzle-orm";
import type { OrderDetail, OrderSummary } from "../../../contract/orders/schemas.ts";
import { type Paise, paise, sumPaise, toRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, payment, type RefundReason, refund } from "../../platform/database/schema.ts";
import { hasUndecidedDispute, returnedByBankPaise } from "./disputes.ts";
import { maskUpiId } from "./mask-upi-id.ts";

export interface OrderRefunds {
  refunds: OrderDetail["refunds"];
  refunded: OrderSummary["refunded"];
  account: OrderDetail["refundAccount"];
}

const NONE: OrderRefunds = { refunds: [], refunded: null, account: null };

/** Reasons for refunding a payment that did not pay the order. */
export const EXTRA: readonly RefundReason[] = ["paid_twice", "wrong_amount", "dispatched"];

/** @returns the refunds of each order by its id */
export async function readRefunds(
  db: DatabaseOrTransaction,
  orderIds: readonly number[],
): Promise<(orderId: number) => OrderRefunds> {
  if (orderIds.length === 0) return () => NONE;
  const rows = await db
    .select({
      refund,
      keptPaise: sql<Paise>`${payment.amountPaise} - ${returnedByBankPaise}`.mapWith(Number),
      isHeld: sql<boolean>`${refund.providerRefundId} is null and ${hasUndecidedDispute}`,
    })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(inArray(refund.orderId, [...orderIds]))
    .orderBy(asc(refund.id));
  const byOrder = Map.groupBy(rows, (row) => row.refund.orderId);
  return (orderId) => {
    const own = byOrder.get(orderId);
    return own ? refundsOf(own.filter((row) => !isSuperseded(row, own))) : NONE;
  };
}

type RefundRow = typeof refund.$inferSelect;

/** Whether the payment of a failed refund was refunded in another way, for example in the provider's dashboard or by the bank. */
function isSuperseded(
  { refund: row, keptPaise }: { refund: RefundRow; keptPaise: number },
  all: readonly { refund: RefundRow }[],
): boolean {
  if (row.state !== "failed") return false;
  const others = all.filter(({ refund: other }) => other.paymentId === row.paymentId && other.state !== "failed");
  return sumPaise(others.map(({ refund: other }) => other.amountPaise)) >= keptPaise;
}

function refundsOf(shown: readonly { refund: RefundRow; isHeld: boolean }[]): OrderRefunds {
  const refunds = shown.map(
    ({ refund: { amountPaise, state, reason, note, bankReference, createdAt, processedAt }, isHeld }) => ({
      amount: toRupees(amountPaise),
      state: state === "processed" || state === "failed" ? state : isHeld ? ("held" as const) : ("pending" as const),
      extra: EXTRA.includes(reason),
      note,
      bankReference,
      requestedAt: createdAt.toISOString(),
      refundedAt: processedAt?.toISOString() ?? null,
    }),
  );
  const rows = shown.map((row) => row.refund);
  const done = rows.filter(({ state, reason }) => state === "processed" && !EXTRA.includes(reason));
  const refundedPaise = sumPaise(done.map(({ amountPaise }) => amountPaise));
  const last = Math.max(...done.map(({ processedAt, createdAt }) => (processedAt ?? createdAt).getTime()));
  const byHand = rows.filter(
    ({ state, reason }) => state === "awaiting_payout" || (state === "failed" && reason !== "provider"),
  );
  const upiId = byHand.find((row) => row.upiId !== null)?.upiId ?? null;
  return {
    refunds,
    account: byHand.length > 0 ? { upiId: upiId && maskUpiId(upiId) } : null,
    refunded: refundedPaise > 0 ? { amount: toRupees(refundedPaise), at: new Date(last).toISOString() } : null,
  };
}

/** A condition on orders in a query: they have a refund. */
export const hasRefund = (db: DatabaseOrTransaction, which?: SQL): SQL =>
  exists(
    db
      .select({ id: refund.id })
      .from(refund)
      .where(and(eq(refund.orderId, customerOrder.id), which)),
  );

/** A condition on orders in a query: they have a refund whose money has not arrived. */
export const hasOpenRefund = (db: DatabaseOrTransaction): SQL => hasRefund(db, ne(refund.state, "processed"));

/** Reads the id of the newest refund of an order; 0 without any. */
export async function readLatestRefund(db: DatabaseOrTransaction, orderId: number): Promise<number> {
  const [last] = await db
    .select({ id: max(refund.id) })
    .from(refund)
    .where(eq(refund.orderId, orderId));
  return last?.id ?? 0;
}

/** Reads the amounts of an order's refunds that are newer than the given one. */
export async function readRefundsSince(db: DatabaseOrTransaction, orderId: number, id: number): Promise<Paise[]> {
  const rows = await db
    .select({ amountPaise: refund.amountPaise })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), gt(refund.id, id)))
    .orderBy(asc(refund.id));
  return rows.map(({ amountPaise }) => amountPaise);
}

/** The refunds of an order that were requested at a time, such as by the transaction of that time, with the payments that they go back to. */
export function readRefundsAt(db: DatabaseOrTransaction, orderId: number, at: Date) {
  return db
    .select({
      amountPaise: refund.amountPaise,
      payment: { method: payment.method, detail: payment.detail },
      isCash: eq(payment.provider, "cash").mapWith(Boolean),
    })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(and(eq(refund.orderId, orderId), eq(refund.createdAt, at)))
    .orderBy(asc(refund.id));
}

/** Sums an order's refunds that have not failed. */
export async function readRefundedTotal(db: DatabaseOrTransaction, orderId: number): Promise<Paise> {
  const [total] = await db
    .select({ paise: sum(refund.amountPaise).mapWith(Number) })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), ne(refund.state, "failed")));
  return paise(total?.paise ?? 0);
}
