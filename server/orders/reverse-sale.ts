import { and, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { payment } from "../database/schema.ts";
import { wantRefund } from "../payments/refunds.ts";
import { type Change, changeState } from "./change-state.ts";
import { nextCreditNoteNumber } from "./document-numbers.ts";
import type { OrderRow } from "./order-row.ts";

/** How a sale can end: the order's state and the reason of its refund. */
const ENDS = { cancelled: "cancelled", lost: "cancelled", returned: "returned" } as const;

/**
 * Ends the sale of a held order that was paid: what was paid goes back, all of it, and a credit note takes back the invoice.
 * @param also what else of the order changes with it
 */
export async function reverseSale(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  reason: keyof typeof ENDS,
  change: Change,
  also: Partial<Pick<OrderRow, "holdsStock">> = {},
): Promise<OrderRow> {
  const paid = await trx
    .select({ paymentId: payment.id, amountPaise: payment.amountPaise })
    .from(payment)
    .where(and(eq(payment.orderId, order.id), eq(payment.state, "captured")));
  for (const one of paid) await wantRefund(trx, { orderId: order.id, ...one }, reason, change.at);
  return changeState(trx, order, ENDS[reason], change, {
    ...also,
    creditNoteNumber: await nextCreditNoteNumber(trx, change.at),
    creditedAt: change.at,
  });
}
