import type { DatabaseOrTransaction } from "../database/database.ts";
import { type Change, changeState } from "../orders/change-state.ts";
import { numberCreditNote } from "../orders/document-numbers.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { refundOrder } from "../payments/refunds.ts";

/** The state of an order after its sale was reversed, by the reason of the refund. */
const END_STATES = { cancelled: "cancelled", lost: "cancelled", came_back: "cancelled", returned: "returned" } as const;

interface Reversal {
  reason: keyof typeof END_STATES;
  change: Change;
  /** Other columns of the order that change with it. */
  also?: Partial<Pick<OrderRow, "holdsStock">>;
  /** Queues the email about it. */
  notify: (reversed: OrderRow) => Promise<void>;
}

/** Reverses the sale of a locked, paid order: refunds what is left of its payment and numbers a credit note for the invoice. */
export async function reverseSale(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { reason, change, also = {}, notify }: Reversal,
): Promise<OrderRow> {
  await refundOrder(trx, order.id, reason, change.at);
  const reversed = await changeState(trx, order, END_STATES[reason], change, also);
  await notify(reversed);
  const creditNoteNumber = await numberCreditNote(trx, order.id, change.at);
  return { ...reversed, creditNoteNumber, creditedAt: change.at };
}
