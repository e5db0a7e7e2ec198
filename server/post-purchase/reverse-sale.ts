import type { DatabaseOrTransaction } from "../database/database.ts";
import type { CreditReason } from "../database/schema.ts";
import { formatRupees, sumPaise } from "../money.ts";
import { type Change, changeState } from "../orders/change-state.ts";
import { type LineUnits, type PreparedCreditNote, prepareCreditNote } from "../orders/credit-notes.ts";
import { issueCreditNote } from "../orders/issue-credit-note.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { readReturnedByBank } from "../payment-records/disputes.ts";
import { refundOrder } from "../payments/refunds.ts";

/** The state of an order after its sale was reversed, by reason. */
const END_STATES = { cancelled: "cancelled", lost: "cancelled", came_back: "cancelled", returned: "returned" } as const;

interface Reversal {
  reason: keyof typeof END_STATES;
  change: Change;
  /** Other columns of the order that change with it. */
  also?: Partial<Pick<OrderRow, "holdsStock" | "refusedAt">>;
  /**
   * Queues the email about it; the credit note is null for an order without an invoice, that is, one for cash on delivery that was not
   * shipped.
   */
  notify: (reversed: OrderRow, credit: PreparedCreditNote | null) => Promise<void>;
}

/**
 * Reverses the sale of a locked, paid order: refunds what is left of its payment, and credits what is left of its invoice. What the bank has
 * returned of a lost dispute is not refunded again.
 */
export async function reverseSale(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { reason, change, also = {}, notify }: Reversal,
): Promise<OrderRow> {
  const credit = order.invoiceNumber === null ? null : await prepareCreditNote(trx, order.id);
  const [refunded] = await refundOrder(trx, order.id, { reason, endsOrder: true }, change.at);
  const note = [change.note, await bankNote(trx, order)].filter(Boolean).join(" ");
  const reversed = await changeState(trx, order, END_STATES[reason], { ...change, note }, also);
  await notify(reversed, credit);
  if (credit) await issueCreditNote(trx, credit, { reason, refundId: refunded?.id ?? null, at: change.at });
  return reversed;
}

/** Says to the customer why less is refunded than was paid. */
async function bankNote(trx: DatabaseOrTransaction, { id }: OrderRow): Promise<string> {
  const returnedPaise = sumPaise((await readReturnedByBank(trx, id)).map(({ amountPaise }) => amountPaise));
  return returnedPaise > 0 ? `The bank had already returned ${formatRupees(returnedPaise)}.` : "";
}

/**
 * Reverses the sale of some units of a locked, paid order: refunds and credits them. The caller makes all other changes.
 * @param notify queues the email about it, and may change the order: only the credit note's number follows
 * @throws ApiError (422) unless these units are left
 */
export async function reverseUnits(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  units: readonly LineUnits[],
  { reason, at, notify }: { reason: CreditReason; at: Date; notify: (credit: PreparedCreditNote) => Promise<void> },
): Promise<void> {
  const credit = await prepareCreditNote(trx, order.id, units);
  const [refunded] = await refundOrder(trx, order.id, { reason, upToPaise: credit.totalPaise }, at);
  await notify(credit);
  await issueCreditNote(trx, credit, { reason, refundId: refunded?.id ?? null, at });
}
