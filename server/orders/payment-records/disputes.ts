import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { DisputeState } from "../../../contract/admin/disputes.ts";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { dispute, payment } from "../../platform/database/schema.ts";

export interface OrderDispute {
  id: number;
  paymentId: number;
  state: DisputeState;
  amountPaise: Paise;
  respondBy: Date | null;
  submittedAt: Date | null;
}

/** Reads the disputes of an order's payments, newest first. */
export function readDisputesOf(db: DatabaseOrTransaction, orderId: number): Promise<OrderDispute[]> {
  return db
    .select({
      id: dispute.id,
      paymentId: dispute.paymentId,
      state: dispute.state,
      amountPaise: dispute.amountPaise,
      respondBy: dispute.respondBy,
      submittedAt: dispute.submittedAt,
    })
    .from(dispute)
    .where(eq(dispute.orderId, orderId))
    .orderBy(desc(dispute.id));
}

/** Two phases of one dispute may both be lost, and the bank returns a payment once. */
const returnedOf = (lost: SQL) =>
  sql<Paise>`least(${payment.amountPaise}, coalesce((
    select sum(lost.amount_paise) from dispute lost where lost.payment_id = ${payment.id} and ${lost}
  ), 0))`.mapWith((amount) => paise(Number(amount)));

/** In a query with payments: what the bank has returned of each. */
export const returnedByBankPaise = returnedOf(sql`lost.state = 'lost'`);

/**
 * Reads what the bank has returned to the customer of each of an order's payments: the amounts of lost disputes.
 * @param until leaves out what was lost after this time
 */
export async function readReturnedByBank(
  db: DatabaseOrTransaction,
  orderId: number,
  until?: Date,
): Promise<{ paymentId: number; amountPaise: Paise }[]> {
  const lost = sql`lost.state = 'lost' ${until ? sql`and lost.closed_at <= ${until.toISOString()}` : sql``}`;
  return db
    .selectDistinct({ paymentId: payment.id, amountPaise: returnedOf(lost) })
    .from(dispute)
    .innerJoin(payment, eq(payment.id, dispute.paymentId))
    .where(and(eq(dispute.orderId, orderId), eq(dispute.state, "lost")));
}

const UNDECIDED: readonly DisputeState[] = ["open", "under_review"];

/** Whether the bank may still take the payment. */
export const isUndecided = ({ state }: Pick<OrderDispute, "state">): boolean => UNDECIDED.includes(state);

/** The same for any of a payment's disputes, in a query with payments. */
export const hasUndecidedDispute = sql`exists (
  select from ${dispute} where ${dispute.paymentId} = ${payment.id} and ${inArray(dispute.state, [...UNDECIDED])})`;

/** Whether the bank may still take the payment, or has: a refund would pay the customer twice. */
export const barsRefund = (dispute: Pick<OrderDispute, "state">): boolean =>
  isUndecided(dispute) || dispute.state === "lost";

/** Whether a dispute bars a refund of one of the order's payments. */
export const isDisputed = async (db: DatabaseOrTransaction, orderId: number): Promise<boolean> =>
  (await readDisputesOf(db, orderId)).some(barsRefund);

/** The error for a refund that a dispute bars. */
export const refundBarred = ({ state }: Pick<OrderDispute, "state">): ApiError =>
  new ApiError(
    "payment_disputed",
    state === "lost"
      ? "The bank has given this payment back: its dispute is lost, so a refund would pay it twice. You can still cancel the whole order, or take back all of it."
      : "The bank is deciding a dispute about this payment, so it cannot be refunded now. It can be once the dispute is won or closed.",
  );
