import { and, asc, desc, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../database/database.ts";
import { type CreditReason, creditNote, creditNoteLine, orderItem } from "../../database/schema.ts";
import { ApiError } from "../../errors.ts";
import { sumPaise } from "../../money.ts";
import { readReturnedByBank } from "../../payment-records/disputes.ts";
import { readRefundsAt } from "../../payment-records/refunds.ts";
import { balanceOf } from "../balance.ts";
import type { OrderRow } from "../order-row.ts";
import { composeCreditNote } from "./credit-note.ts";
import type { Invoice } from "./invoice.ts";
import { drawAsFile, type InvoiceFile, invoiceOf } from "./read-invoice.ts";

/** The reasons as printed on a credit note. */
const REASONS: Readonly<Record<CreditReason, string>> = {
  cancelled: "Cancelled before dispatch.",
  lost: "The parcel was lost in transit.",
  came_back: "The parcel could not be delivered and came back.",
  returned: "The goods were returned.",
  deficient: "The goods were deficient.",
  shipping: "Shipping and fees were refunded.",
};

/** Draws a credit note of an order as PDF. @throws ApiError as `creditNoteOf` */
export async function readCreditNote(
  db: DatabaseOrTransaction,
  order: OrderRow,
  position?: number,
): Promise<InvoiceFile> {
  return drawAsFile(await creditNoteOf(db, order, position));
}

/**
 * Composes a credit note of an order.
 * @param position which of the order's credit notes, from 1; by default the latest
 * @throws ApiError (409) before there is one: nothing is cancelled, lost or returned; (404) for a position without one
 */
export async function creditNoteOf(db: DatabaseOrTransaction, order: OrderRow, position?: number): Promise<Invoice> {
  const [issued] = await db
    .select()
    .from(creditNote)
    .where(
      and(eq(creditNote.orderId, order.id), position === undefined ? undefined : eq(creditNote.position, position)),
    )
    .orderBy(desc(creditNote.position))
    .limit(1);
  if (!issued) {
    if (position !== undefined) throw new ApiError("not_found");
    throw new ApiError(
      "wrong_order_state",
      "A credit note is issued when a paid order is cancelled or a return is accepted.",
    );
  }
  const lines = await db
    .select({ item: orderItem, line: creditNoteLine })
    .from(creditNoteLine)
    .innerJoin(
      orderItem,
      and(eq(orderItem.orderId, creditNoteLine.orderId), eq(orderItem.position, creditNoteLine.position)),
    )
    .where(eq(creditNoteLine.creditNoteId, issued.id))
    .orderBy(asc(creditNoteLine.position));
  const { number, issuedAt: date, reason } = issued;
  const byBank = await readReturnedByBank(db, order.id, date);
  const byBankPaise = sumPaise(byBank.map(({ amountPaise }) => amountPaise));
  const parts =
    order.advancePaise > 0 || byBankPaise > 0
      ? { refunds: await readRefundsAt(db, order.id, date), uncollectedPaise: balanceOf(order), byBankPaise }
      : null;
  const credit = { number, date, reason: REASONS[reason], parts };
  return composeCreditNote(await invoiceOf(db, order), lines, credit);
}
