import type { DatabaseOrTransaction } from "../../database/database.ts";
import type { RefundReason } from "../../database/schema.ts";
import { ApiError } from "../../errors.ts";
import { readRefundReason } from "../../payment-records/refunds.ts";
import type { OrderRow } from "../order-row.ts";
import { drawAsFile, type InvoiceFile, invoiceOf } from "./read-invoice.ts";

/** Refund reasons that end a sale, as the credit note gives them. */
const REASONS = {
  cancelled: "The order was cancelled before it was shipped.",
  lost: "The parcel was lost in transit.",
  came_back: "The parcel could not be delivered and came back.",
  returned: "The goods were returned.",
} as const satisfies Partial<Record<RefundReason, string>>;
type CreditReason = keyof typeof REASONS;

/**
 * Draws the credit note for the whole invoice of an order as PDF.
 * @throws ApiError (409) unless the sale has ended: cancelled, lost, came back or returned
 */
export async function readCreditNote(db: DatabaseOrTransaction, order: OrderRow): Promise<InvoiceFile> {
  const { creditNoteNumber, creditedAt } = order;
  if (creditNoteNumber === null || creditedAt === null)
    throw new ApiError(
      "wrong_order_state",
      "A credit note is issued when a paid order is cancelled or a return is accepted.",
    );
  const reason = await readRefundReason(db, order.id, Object.keys(REASONS) as CreditReason[]);
  const invoice = await invoiceOf(db, order);
  return drawAsFile({
    ...invoice,
    credit: {
      number: creditNoteNumber,
      date: creditedAt,
      reason: REASONS[reason ?? (order.state === "returned" ? "returned" : "cancelled")],
    },
  });
}
