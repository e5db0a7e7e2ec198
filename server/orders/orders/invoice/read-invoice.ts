import { and, asc, eq, gt, sql } from "drizzle-orm";
import { ApiError } from "../../../base/errors.ts";
import { paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { prepareForTransactions } from "../../../platform/database/prepared.ts";
import { furtherInvoice, orderItem } from "../../../platform/database/schema.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import { type OrderLot, readOrderLots } from "../../../selling/stock/order-lots.ts";
import { readPaidPayment } from "../../payment-records/payments.ts";
import type { OrderRow } from "../order-row.ts";
import { drawOnThread } from "./draw-on-thread.ts";
import type { Drawn } from "./draw-thread.ts";
import { composeInvoice, type Invoice, type InvoiceContent, type IssuedInvoice } from "./invoice.ts";
import { readIssued, storeIssued } from "./issued-documents.ts";
import { withWords } from "./printed-texts.ts";
import { withMark } from "./seller-mark.ts";

/** What documents are read and drawn from. */
export interface PaperDeps {
  db: DatabaseOrTransaction;
  media: Pick<MediaLibrary, "find">;
}

export interface InvoiceFile {
  filename: string;
  contentType: "application/pdf";
  content: Buffer;
}

/** Which of an order's invoices it is, and what identifies it. */
export interface InvoiceKey {
  /** From 1. */
  position: number;
  number: string;
  issuedAt: Date;
}

/** Lists the invoices of an order: its own, and those of what was added since; none before it is paid. */
export async function listInvoices(
  db: DatabaseOrTransaction,
  { id, invoiceNumber, invoicedAt }: Pick<OrderRow, "id" | "invoiceNumber" | "invoicedAt">,
): Promise<[InvoiceKey, ...InvoiceKey[]] | []> {
  if (invoiceNumber === null || invoicedAt === null) return [];
  const further = await db
    .select({
      position: furtherInvoice.position,
      number: furtherInvoice.number,
      issuedAt: furtherInvoice.issuedAt,
    })
    .from(furtherInvoice)
    .where(eq(furtherInvoice.orderId, id))
    .orderBy(asc(furtherInvoice.position));
  return [{ position: 1, number: invoiceNumber, issuedAt: invoicedAt }, ...further];
}

/**
 * Draws an invoice of an order as PDF.
 * @param position which of them; by default the first
 * @throws ApiError (409) before it is paid, (404) for a position without one
 */
export async function readInvoice(deps: PaperDeps, order: OrderRow, position = 1): Promise<InvoiceFile> {
  return drawAsFile(deps, await invoiceOf(deps.db, order, position));
}

/**
 * Reads an invoice of an order as it was issued, or its newest amended copy.
 * @param position which of them; by default the first
 * @throws ApiError (409) before it is paid, (404) for a position without one
 */
export async function invoiceOf(db: DatabaseOrTransaction, order: OrderRow, position = 1): Promise<IssuedInvoice> {
  const invoice = (await invoicesOf(db, order))[position - 1];
  if (!invoice) throw new ApiError("not_found");
  return invoice;
}

/** Reads all invoices of an order. @throws ApiError (409) before it is paid */
export async function invoicesOf(db: DatabaseOrTransaction, order: OrderRow): Promise<IssuedInvoice[]> {
  const keys = await listInvoices(db, order);
  if (keys.length === 0) throw new ApiError("wrong_order_state", "Your invoice will be ready once the order is paid.");
  const invoices: IssuedInvoice[] = [];
  for (const { position, number, issuedAt } of keys) {
    const { content } = await readIssuedInvoice(db, { ...order, invoicedAt: issuedAt }, position);
    invoices.push({ ...content, number, date: issuedAt, credit: null });
  }
  return invoices;
}

/**
 * Reads what an invoice of an order states. A first one that no release has stored yet is stored now, before anything is added to the order.
 * @param position which of them; by default the first
 */
export async function readIssuedInvoice(
  db: DatabaseOrTransaction,
  order: OrderRow & { invoicedAt: Date },
  position = 1,
): Promise<{ revision: number; content: InvoiceContent }> {
  const key = { orderId: order.id, kind: "invoice", position } as const;
  const issued = await readIssued(db, key);
  if (issued) return issued;
  if (position > 1) throw new Error(`invoice ${position} of order ${order.number} states nothing`);
  const items = await suppliedItems(db).execute({ orderId: order.id });
  const payment = await readPaidPayment(db, order.id);
  const composed = composeInvoiceOf(order, items, { payment, lots: await readOrderLots(db, order.id) });
  return { revision: 1, content: await storeIssued(db, key, composed, { at: order.invoicedAt }) };
}

/**
 * Composes the invoice of an order from its rows.
 * @param items of the order; free samples, which are no supplies, are omitted
 */
export function composeInvoiceOf(
  order: OrderRow,
  items: readonly (typeof orderItem.$inferSelect)[],
  { payment, lots }: { payment: Invoice["payment"]; lots: readonly OrderLot[] },
): InvoiceContent {
  const withLots = items
    .filter(({ pricePaise }) => pricePaise > 0)
    .map((item) => ({
      ...item,
      lots: lots.filter(({ position }) => position === item.position).map(({ text }) => text),
    }));
  return withWords(composeInvoice(order, withLots, order.seller, payment));
}

const suppliedItems = prepareForTransactions("invoice items", (db) =>
  db
    .select()
    .from(orderItem)
    .where(
      and(
        eq(orderItem.orderId, sql.placeholder("orderId")),
        eq(orderItem.invoicePosition, 1),
        gt(orderItem.pricePaise, paise(0)),
      ),
    )
    .orderBy(asc(orderItem.position)),
);

/** Draws an invoice or credit note as a file named after its number. */
export async function drawAsFile({ media }: PaperDeps, issued: IssuedInvoice): Promise<InvoiceFile> {
  const invoice = await withMark(media, issued);
  const { credit } = invoice;
  return drawNamed(credit ? `credit-note-${credit.number}` : `invoice-${invoice.number}`, { invoice });
}

/** Draws a document as a file. @param name without an ending; may contain other signs than file names do */
export async function drawNamed(name: string, drawn: Drawn): Promise<InvoiceFile> {
  return {
    filename: `${name.replace(/[^A-Za-z0-9]+/g, "-")}.pdf`,
    contentType: "application/pdf",
    content: await drawOnThread(drawn),
  };
}
