/** What is left to refund of the payments of an order. */

import { and, asc, eq, inArray, ne, sql, sum } from "drizzle-orm";
import { type Paise, paise, sumPaise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { payment, type RefundReason, refund } from "../../platform/database/schema.ts";
import { barsRefund, isUndecided, type OrderDispute, readDisputesOf, readReturnedByBank } from "./disputes.ts";

/** Reasons for refunding a payment that was never applied to its order. */
export const UNAPPLIED_REASONS: readonly RefundReason[] = [
  "too_late",
  "replaced",
  "paid_twice",
  "wrong_amount",
  "dispatched",
];

/** Sums what `refundOrder` could refund of an order. */
export async function refundableOf(
  trx: DatabaseOrTransaction,
  orderId: number,
  { endsOrder }: { endsOrder: boolean },
): Promise<Paise> {
  const returned = endsOrder ? await readReturnedByBank(trx, orderId) : [];
  const amounts: Paise[] = [];
  for (const { paymentId, amountPaise } of await readApplied(trx, orderId)) {
    const byBank = returned.find((one) => one.paymentId === paymentId)?.amountPaise ?? 0;
    amounts.push(paise(Math.max(0, amountPaise - byBank - (await refundedOf(trx, paymentId)))));
  }
  return sumPaise(amounts);
}

/**
 * Reads what staff can refund of an order that stays sold: what is left of its payments that no dispute bars.
 * @returns also the dispute that bars the rest; null if nothing is barred
 */
export async function readRefundable(
  db: DatabaseOrTransaction,
  orderId: number,
): Promise<{ refundablePaise: Paise; bar: OrderDispute | null }> {
  const disputes = (await readDisputesOf(db, orderId)).filter(barsRefund);
  const free: Paise[] = [];
  const barring: OrderDispute[] = [];
  for (const { paymentId, amountPaise } of await readApplied(db, orderId)) {
    const left = paise(amountPaise - (await refundedOf(db, paymentId)));
    if (left <= 0) continue;
    const disputed = disputes.find((one) => one.paymentId === paymentId);
    if (disputed) barring.push(disputed);
    else free.push(left);
  }
  return { refundablePaise: sumPaise(free), bar: barring.find(isUndecided) ?? barring[0] ?? null };
}

/** Reads the captured payments that paid an order. */
export function readApplied(trx: DatabaseOrTransaction, orderId: number) {
  return trx
    .select({
      paymentId: payment.id,
      amountPaise: payment.amountPaise,
      isCash: eq(payment.provider, "cash").mapWith(Boolean),
    })
    .from(payment)
    .where(
      and(
        eq(payment.orderId, orderId),
        eq(payment.state, "captured"),
        sql`not exists (select from ${refund} where ${refund.paymentId} = ${payment.id} and ${inArray(refund.reason, [...UNAPPLIED_REASONS])})`,
      ),
    )
    .orderBy(asc(payment.id));
}

/** Sums a payment's refunds, by the shop and by the provider, that have not failed. @param except a refund to ignore */
export async function refundedOf(trx: DatabaseOrTransaction, paymentId: number, except?: number): Promise<Paise> {
  const [refunded] = await trx
    .select({ paise: sum(refund.amountPaise).mapWith(Number) })
    .from(refund)
    .where(
      and(
        eq(refund.paymentId, paymentId),
        ne(refund.state, "failed"),
        except === undefined ? undefined : ne(refund.id, except),
      ),
    );
  return paise(refunded?.paise ?? 0);
}
