import { and, asc, eq, inArray, not, sql, sum } from "drizzle-orm";
import { type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { prepareForTransactions } from "../../platform/database/prepared.ts";
import { payment, refund } from "../../platform/database/schema.ts";
import { EXTRA } from "./refunds.ts";

/** The payment of an order, as its pages, documents and emails describe it. */
export type PaidPayment = Awaited<ReturnType<ReturnType<typeof selectPaid>["execute"]>>[number];

/** The reference by which people name a payment: the provider's id, else the shop's. */
export const paymentReference = sql<string>`coalesce(${payment.providerPaymentId}, ${payment.id}::text)`;

const PAID_COLUMNS = {
  reference: paymentReference,
  method: payment.method,
  detail: payment.detail,
  amountPaise: payment.amountPaise,
  createdAt: payment.createdAt,
};

/**
 * Reads the payment of an order that brought money, refunded or not.
 * @param paymentId of a particular payment; by default the first
 */
export async function readPaidPayment(
  db: DatabaseOrTransaction,
  orderId: number,
  paymentId?: number,
): Promise<PaidPayment | null> {
  const [paid] = await selectPaid(db).execute({ orderId, paymentId: paymentId ?? null });
  return paid ?? null;
}

// By eq, because Drizzle omits the table of a column that is directly in a selection's SQL: there "id" would be the refund's.
const isExtra = sql<boolean>`exists (select from ${refund} where ${and(eq(refund.paymentId, payment.id), inArray(refund.reason, [...EXTRA]))})`;

/** Reads every payment of an order that brought money, the oldest first; those that could not pay it come last. */
export const readPaidPayments = (db: DatabaseOrTransaction, orderId: number) =>
  db
    .select({ ...PAID_COLUMNS, isExtra })
    .from(payment)
    .where(and(eq(payment.orderId, orderId), inArray(payment.state, ["captured", "refunded"])))
    .orderBy(isExtra, asc(payment.createdAt), asc(payment.id));

const selectPaid = prepareForTransactions("paid payment", (db) =>
  db
    .select(PAID_COLUMNS)
    .from(payment)
    .where(
      and(
        eq(payment.orderId, sql.placeholder("orderId")),
        inArray(payment.state, ["captured", "refunded"]),
        sql`${payment.id} = coalesce(${sql.placeholder("paymentId")}::bigint, ${payment.id})`,
      ),
    )
    // An extra payment may be older than the one that paid the order.
    .orderBy(isExtra, asc(payment.createdAt))
    .limit(1),
);

/** Sums what each order was paid, refunded or not, by its id; payments that could not pay it do not count. */
export async function readPaidTotals(
  db: DatabaseOrTransaction,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Paise>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ orderId: payment.orderId, paise: sum(payment.amountPaise).mapWith(Number) })
    .from(payment)
    .where(and(inArray(payment.orderId, [...orderIds]), inArray(payment.state, ["captured", "refunded"]), not(isExtra)))
    .groupBy(payment.orderId);
  return new Map(rows.map((row) => [row.orderId, paise(row.paise ?? 0)]));
}

/** Reads every attempt to pay an order, oldest first. */
export function readPaymentAttempts(db: DatabaseOrTransaction, orderId: number) {
  return db
    .select({
      reference: paymentReference,
      state: payment.state,
      method: payment.method,
      detail: payment.detail,
      amountPaise: payment.amountPaise,
      failure: payment.failure,
      createdAt: payment.createdAt,
    })
    .from(payment)
    .where(eq(payment.orderId, orderId))
    .orderBy(asc(payment.createdAt), asc(payment.id));
}
