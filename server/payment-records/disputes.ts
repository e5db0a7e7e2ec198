import { and, desc, eq, sql } from "drizzle-orm";
import type { DisputeState } from "../../contract/admin/disputes.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { dispute, payment } from "../database/schema.ts";
import { type Paise, paise } from "../money.ts";

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

/** In a query with payments: what the bank has returned of each. Two phases of one dispute may both be lost, and it returns a payment once. */
export const returnedByBankPaise = sql<Paise>`least(${payment.amountPaise}, coalesce((
    select sum(lost.amount_paise) from dispute lost where lost.payment_id = ${payment.id} and lost.state = 'lost'
  ), 0))`.mapWith((amount) => paise(Number(amount)));

/** Reads what the bank has returned to the customer of each of an order's payments: the amounts of lost disputes. */
export async function readReturnedByBank(
  db: DatabaseOrTransaction,
  orderId: number,
): Promise<{ paymentId: number; amountPaise: Paise }[]> {
  return db
    .selectDistinct({ paymentId: payment.id, amountPaise: returnedByBankPaise })
    .from(dispute)
    .innerJoin(payment, eq(payment.id, dispute.paymentId))
    .where(and(eq(dispute.orderId, orderId), eq(dispute.state, "lost")));
}

/** Whether the bank may still take the payment. */
export const isUndecided = ({ state }: Pick<OrderDispute, "state">): boolean =>
  state === "open" || state === "under_review";

/** Whether the bank may still take the payment, or has: a refund would pay the customer twice. */
export const barsRefund = (dispute: Pick<OrderDispute, "state">): boolean =>
  isUndecided(dispute) || dispute.state === "lost";
