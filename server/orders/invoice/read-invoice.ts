import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../database/database.ts";
import { prepareForTransactions } from "../../database/prepared.ts";
import { orderItem } from "../../database/schema.ts";
import { ApiError } from "../../errors.ts";
import { paise } from "../../money.ts";
import { readPaidPayment } from "../../payment-records/payments.ts";
import { readOrderLots } from "../../stock/order-lots.ts";
import type { OrderRow } from "../order-row.ts";
import { drawOnThread } from "./draw-on-thread.ts";
import { composeInvoice, type Invoice } from "./invoice.ts";

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

/** Composes the invoice of an order. @throws ApiError (409) before it is paid */
export async function invoiceOf(db: DatabaseOrTransaction, order: OrderRow): Promise<Invoice> {
  const { invoiceNumber, invoicedAt } = order;
  if (invoiceNumber === null || invoicedAt === null)
    throw new ApiError("wrong_order_state", "Your invoice will be ready once the order is paid.");
  const items = await suppliedItems(db).execute({ orderId: order.id });
  const paid = await readPaidPayment(db, order.id);
  const lots = await readOrderLots(db, order.id);
  const withLots = items.map((item) => ({
    ...item,
    lots: lots.filter(({ position }) => position === item.position).map(({ text }) => text),
  }));
  return composeInvoice({ ...order, invoiceNumber, invoicedAt }, withLots, order.seller, paid);
}

const suppliedItems = prepareForTransactions("invoice items", (db) =>
  db
    .select()
    .from(orderItem)
    // Free samples are not supplies.
    .where(and(eq(orderItem.orderId, sql.placeholder("orderId")), gt(orderItem.pricePaise, paise(0))))
    .orderBy(asc(orderItem.position)),
);

/** Draws an invoice or credit note as a file named after its number. */
export async function drawAsFile(invoice: Invoice): Promise<InvoiceFile> {
  const { credit } = invoice;
  const name = credit ? `credit-note-${credit.number}` : `invoice-${invoice.number}`;
  return {
    filename: `${name.replace(/[^A-Za-z0-9]+/g, "-")}.pdf`,
    contentType: "application/pdf",
    content: await drawOnThread(invoice),
  };
}
