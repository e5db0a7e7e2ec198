import { and, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { payment } from "../database/schema.ts";
import { type Change, changeState } from "../orders/change-state.ts";
import { numberCreditNote } from "../orders/document-numbers.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { requestRefund } from "../payments/refunds.ts";

/** How a sale can end: the reason of its refund and the order's state. */
const ENDS = { cancelled: "cancelled", lost: "cancelled", came_back: "cancelled", returned: "returned" } as const;

interface Reversal {
  reason: keyof typeof ENDS;
  change: Change;
  /** What else of the order changes with it. */
  also?: Partial<Pick<OrderRow, "holdsStock">>;
  /** Queues the email that says so. */
  tell: (reversed: OrderRow) => Promise<void>;
}

/** Ends the sale of a locked order that was paid: all that is left of its payment is refunded, and a credit note takes back the invoice. */
export async function reverseSale(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { reason, change, also = {}, tell }: Reversal,
): Promise<OrderRow> {
  const paid = await trx
    .select({ paymentId: payment.id, amountPaise: payment.amountPaise })
    .from(payment)
    .where(and(eq(payment.orderId, order.id), eq(payment.state, "captured")));
  for (const one of paid) await requestRefund(trx, { orderId: order.id, ...one }, reason, change.at);
  const reversed = await changeState(trx, order, ENDS[reason], change, also);
  await tell(reversed);
  const creditNoteNumber = await numberCreditNote(trx, order.id, change.at);
  return { ...reversed, creditNoteNumber, creditedAt: change.at };
}
