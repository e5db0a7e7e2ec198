import type { DatabaseOrTransaction } from "../database/database.ts";
import { type Change, changeState } from "../orders/change-state.ts";
import { numberCreditNote } from "../orders/document-numbers.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { refundOrder } from "../payments/refunds.ts";

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
  await refundOrder(trx, order.id, reason, change.at);
  const reversed = await changeState(trx, order, ENDS[reason], change, also);
  await tell(reversed);
  const creditNoteNumber = await numberCreditNote(trx, order.id, change.at);
  return { ...reversed, creditNoteNumber, creditedAt: change.at };
}
