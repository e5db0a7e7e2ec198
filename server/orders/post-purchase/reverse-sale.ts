import { formatRupees, paise, sumPaise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { CreditReason } from "../../platform/database/schema.ts";
import { setUsedCredit } from "../../selling/offers/set-credits.ts";
import { type Change, changeState } from "../orders/change-state.ts";
import type { PreparedCreditNote } from "../orders/invoice/credit-notes.ts";
import { issueCreditNote } from "../orders/invoice/issue-credit-note.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { type PreparedRemoval, prepareRemoval, recordRemoval } from "../orders/removal.ts";
import { issueRefundVouchers } from "../orders/vouchers/issue-vouchers.ts";
import { readReturnedByBank } from "../payment-records/disputes.ts";
import { refundableOf } from "../payment-records/refundable.ts";
import { refundOrder } from "../payments/refunds.ts";

/** The state of an order after its sale was reversed, by reason. */
const END_STATES = { cancelled: "cancelled", lost: "cancelled", came_back: "cancelled", returned: "returned" } as const;

interface Reversal {
  reason: keyof typeof END_STATES;
  change: Change;
  /** Other columns of the order that change with it. */
  also?: Partial<Pick<OrderRow, "holdsStock" | "refusedAt" | "inspectedAt">>;
  /** Whether the shop is at fault, so that the credit for a set which another order uses is not deducted. */
  keepsOffers?: boolean;
  /** Whether shipping and fees are retained. */
  keepsFees?: boolean;
  /**
   * Queues the email about it; the credit note is null for an order without an invoice, that is, one for cash on delivery that was not
   * shipped.
   */
  notify: (reversed: OrderRow, credit: PreparedCreditNote | null) => Promise<void>;
}

/**
 * Reverses the sale of a locked, paid order: refunds what is left of its payment, and credits what is left of its invoice. What the bank has
 * returned of a lost dispute is not refunded again, and the credit for one of its sets that another order uses is retained.
 */
export async function reverseSale(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { reason, change, also = {}, keepsOffers = false, keepsFees = false, notify }: Reversal,
): Promise<OrderRow> {
  const fault = { keepsOffers, keepsFees };
  const credit = order.invoiceNumber === null ? null : await prepareRemoval(trx, order, undefined, fault);
  const retainedPaise = credit ? credit.removal.paidPaise - credit.removal.totalPaise : 0;
  const request = { reason, endsOrder: true, note: credit?.reasons.join(" ") ?? "" };
  const upTo =
    retainedPaise === 0
      ? {}
      : { upToPaise: paise(Math.max(0, (await refundableOf(trx, order.id, { endsOrder: true })) - retainedPaise)) };
  const [refunded] = await refundOrder(trx, order.id, { ...request, ...upTo }, change.at);
  const note = [change.note, await bankNote(trx, order), ...(credit?.reasons ?? [])].filter(Boolean).join(" ");
  await setUsedCredit(trx, order.id, paise(0));
  const reversed = await changeState(trx, order, END_STATES[reason], { ...change, note }, also);
  await notify(reversed, credit);
  if (credit) await issueCreditNote(trx, credit, { reason, refundId: refunded?.id ?? null, at: change.at });
  else await issueRefundVouchers(trx, reversed, change.at);
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
 */
export async function reverseUnits(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  prepared: PreparedRemoval,
  { reason, at, notify }: { reason: CreditReason; at: Date; notify: (credit: PreparedCreditNote) => Promise<void> },
): Promise<void> {
  const { totalPaise: upToPaise, reasons } = prepared;
  const [refunded] = await refundOrder(trx, order.id, { reason, upToPaise, note: reasons.join(" ") }, at);
  await recordRemoval(trx, prepared);
  await notify(prepared);
  await issueCreditNote(trx, prepared, { reason, refundId: refunded?.id ?? null, at });
}
