import { and, asc, eq, gt, sql } from "drizzle-orm";
import { ApiError } from "../../../base/errors.ts";
import { paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { prepareForTransactions } from "../../../platform/database/prepared.ts";
import { orderItem } from "../../../platform/database/schema.ts";
import { type OrderLot, readOrderLots } from "../../../selling/stock/order-lots.ts";
import { readPaidPayment } from "../../payment-records/payments.ts";
import type { OrderRow } from "../order-row.ts";
import { drawOnThread } from "./draw-on-thread.ts";
import type { Drawn } from "./draw-thread.ts";
import { composeInvoice, type Invoice, type InvoiceContent, type IssuedInvoice } from "./invoice.ts";
import { readIssued, storeIssued } from "./issued-documents.ts";
import { withWords } from "./printed-texts.ts";

export interface InvoiceFile {
  filename: string;
  contentType: "application/pdf";
  content: Buffer;
}

/**
 * Draws the invoice of an order as PDF.
 * @throws ApiError (409) before it is paid
 */
export async function readInvoice(db: DatabaseOrTransaction, order: OrderRow): Promise<InvoiceFile> {
  return drawAsFile(await invoiceOf(db, order));
}

/** Reads the invoice of an order as it was issued, or its newest amended copy. @throws ApiError (409) before it is paid */
export async function invoiceOf(db: DatabaseOrTransaction, order: OrderRow): Promise<IssuedInvoice> {
  const { invoiceNumber, invoicedAt } = order;
  if (invoiceNumber === null || invoicedAt === null)
    throw new ApiError("wrong_order_state", "Your invoice will be ready once the order is paid.");
  const { content } = await readIssuedInvoice(db, { ...order, invoicedAt });
  return { ...content, number: invoiceNumber, date: invoicedAt, credit: null };
}

/** Reads what the invoice of an order states; one that no release has stored yet is stored now. */
export async function readIssuedInvoice(
  db: DatabaseOrTransaction,
  order: OrderRow & { invoicedAt: Date },
): Promise<{ revision: number; content: InvoiceContent }> {
  const key = { orderId: order.id, kind: "invoice", position: 1 } as const;
  const issued = await readIssued(db, key);
  if (issued) return issued;
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
    .where(and(eq(orderItem.orderId, sql.placeholder("orderId")), gt(orderItem.pricePaise, paise(0))))
    .orderBy(asc(orderItem.position)),
);

/** Draws an invoice or credit note as a file named after its number. */
export function drawAsFile(invoice: IssuedInvoice): Promise<InvoiceFile> {
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
