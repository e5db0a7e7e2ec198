import { and, asc, desc, eq } from "drizzle-orm";
import { ApiError } from "../../../base/errors.ts";
import { sumPaise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { type CreditReason, creditNote, creditNoteLine, orderItem } from "../../../platform/database/schema.ts";
import { readReturnedByBank } from "../../payment-records/disputes.ts";
import { readRefundsAt } from "../../payment-records/refunds.ts";
import { balanceOf } from "../balance.ts";
import type { OrderRow } from "../order-row.ts";
import { composeCreditNote } from "./credit-note.ts";
import { isTooLateToCredit } from "./financial-year.ts";
import type { InvoiceContent, IssuedInvoice } from "./invoice.ts";
import { readIssued, storeIssued } from "./issued-documents.ts";
import { withWords } from "./printed-texts.ts";
import {
  drawAsFile,
  type InvoiceFile,
  type InvoiceKey,
  listInvoices,
  type PaperDeps,
  readIssuedInvoice,
} from "./read-invoice.ts";

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
export async function readCreditNote(deps: PaperDeps, order: OrderRow, position?: number): Promise<InvoiceFile> {
  return drawAsFile(deps, await creditNoteOf(deps.db, order, position));
}

/**
 * Reads a credit note of an order as it was issued.
 * @param position which of the order's credit notes, from 1; by default the latest
 * @throws ApiError (409) before there is one: nothing is cancelled, lost or returned; (404) for a position without one
 */
export async function creditNoteOf(
  db: DatabaseOrTransaction,
  order: OrderRow,
  position?: number,
): Promise<IssuedInvoice> {
  const [issued] = await db
    .select()
    .from(creditNote)
    .where(
      and(eq(creditNote.orderId, order.id), position === undefined ? undefined : eq(creditNote.position, position)),
    )
    .orderBy(desc(creditNote.position))
    .limit(1);
  if (!issued || order.invoicedAt === null) {
    if (position !== undefined) throw new ApiError("not_found");
    throw new ApiError(
      "wrong_order_state",
      "A credit note is issued when a paid order is cancelled or a return is accepted.",
    );
  }
  const key = { orderId: order.id, kind: "credit_note", position: issued.position } as const;
  const credited = await readCredited(db, issued.id);
  const content =
    (await readIssued(db, key))?.content ??
    (await storeIssued(db, key, await composeNoteOf(db, order, credited, issued), { at: issued.issuedAt }));
  if (!content.credit) throw new Error(`credit note ${issued.number} is stored as an invoice`);
  const { number, issuedAt: date } = issued;
  const [invoice, ...further] = await creditedInvoices(db, order, credited);
  if (!invoice) throw new Error(`credit note ${number} has no invoice`);
  return {
    ...content,
    number: invoice.number,
    date: invoice.issuedAt,
    further: further.map((one) => ({ number: one.number, date: one.issuedAt })),
    credit: { ...content.credit, number, date },
  };
}

/** Lists the invoices that have the credited items: one note may credit several (section 34 of the CGST Act since February 2019). */
async function creditedInvoices(
  db: DatabaseOrTransaction,
  order: OrderRow,
  credited: readonly { item: Pick<typeof orderItem.$inferSelect, "invoicePosition"> }[],
): Promise<InvoiceKey[]> {
  const invoices = await listInvoices(db, order);
  return invoices.filter(({ position }) => credited.some(({ item }) => item.invoicePosition === position));
}

const readCredited = (db: DatabaseOrTransaction, creditNoteId: number) =>
  db
    .select({ item: orderItem, line: creditNoteLine })
    .from(creditNoteLine)
    .innerJoin(
      orderItem,
      and(eq(orderItem.orderId, creditNoteLine.orderId), eq(orderItem.position, creditNoteLine.position)),
    )
    .where(eq(creditNoteLine.creditNoteId, creditNoteId))
    .orderBy(asc(creditNoteLine.position));

/**
 * Composes a credit note of an invoiced order.
 * @param credited its items with the credited units
 * @param note.issuedAt also the time of its refunds
 */
export async function composeNoteOf(
  db: DatabaseOrTransaction,
  order: OrderRow,
  credited: Parameters<typeof composeCreditNote>[1],
  { reason, issuedAt }: { reason: CreditReason; issuedAt: Date },
): Promise<InvoiceContent> {
  const { invoicedAt } = order;
  if (invoicedAt === null) throw new Error(`order ${order.number} has no invoice to credit`);
  const { content: invoice } = await readIssuedInvoice(db, { ...order, invoicedAt });
  const byBank = await readReturnedByBank(db, order.id, issuedAt);
  const byBankPaise = sumPaise(byBank.map(({ amountPaise }) => amountPaise));
  const parts =
    order.advancePaise > 0 || byBankPaise > 0
      ? { refunds: await readRefundsAt(db, order.id, issuedAt), uncollectedPaise: balanceOf(order), byBankPaise }
      : null;
  const invoices = await creditedInvoices(db, order, credited);
  const isFinancial = invoices.every((one) => isTooLateToCredit(one.issuedAt, issuedAt));
  return withWords(composeCreditNote(invoice, credited, { reason: REASONS[reason], isFinancial, parts }));
}
