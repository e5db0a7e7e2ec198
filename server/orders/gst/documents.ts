import { type AnyColumn, and, asc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { ReadDatabase } from "../../database/database.ts";
import { customerOrder, orderItem } from "../../database/schema.ts";
import { type Paise, paise, sumPaise } from "../../money.ts";
import { stateOf } from "../../pricing/place-of-supply.ts";
import type { Month } from "./month.ts";

/**
 * The invoices and credit notes of a month, for the shop's GST return. Amounts are those stored with the order and printed on the
 * documents; none is computed again.
 */

export const DOCUMENTS = ["invoice", "credit note"] as const;

/**
 * The goods of one HSN and tax rate in one document. Amounts are paise. Units and amounts of a credit note are negative, so that sums give
 * the tax due.
 */
export interface DocumentRow {
  document: (typeof DOCUMENTS)[number];
  number: string;
  date: Date;
  /** Number of the invoice, or of the one that the credit note reverses. */
  invoiceNumber: string;
  orderNumber: string;
  /** In the format of GST returns: `29-Karnataka`. */
  placeOfSupply: string;
  hsn: string;
  gstPercent: number;
  quantity: number;
  taxablePaise: Paise;
  cgstPaise: Paise;
  sgstPaise: Paise;
  igstPaise: Paise;
  totalPaise: Paise;
}

/** How many documents are read per query. */
const BATCH = 1000;

/** The columns of each kind of document, and the sign of its amounts. */
const KINDS = {
  invoice: { number: customerOrder.invoiceNumber, date: customerOrder.invoicedAt, sign: "+" },
  "credit note": { number: customerOrder.creditNoteNumber, date: customerOrder.creditedAt, sign: "-" },
};

/** Reads the rows of all documents of a kind dated in the month, by number; a document is never split. */
export async function* documentsOf(
  db: ReadDatabase,
  document: DocumentRow["document"],
  { from, to }: Month,
): AsyncGenerator<DocumentRow[]> {
  const { number, date } = KINDS[document];
  const inMonth = await db
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(and(gte(date, from), lt(date, to)))
    .orderBy(asc(number));
  for (let at = 0; at < inMonth.length; at += BATCH) {
    const orders = inMonth.slice(at, at + BATCH).map(({ id }) => id);
    yield (await readRows(db, document, orders)).map((row) => toRow(document, row));
  }
}

function readRows(db: ReadDatabase, document: DocumentRow["document"], orders: number[]) {
  const { number, date, sign } = KINDS[document];
  const sum = (column: AnyColumn) => sql`${sql.raw(sign)} sum(${column})`;
  const sumPaiseOf = (column: AnyColumn) => sum(column).mapWith((total: string) => paise(Number(total)));
  return db
    .select({
      number,
      date,
      invoiceNumber: customerOrder.invoiceNumber,
      orderNumber: customerOrder.number,
      shippingAddress: customerOrder.shippingAddress,
      hsn: orderItem.hsn,
      gstPercent: orderItem.gstPercent,
      quantity: sum(orderItem.quantity).mapWith(Number),
      taxablePaise: sumPaiseOf(orderItem.taxablePaise),
      cgstPaise: sumPaiseOf(orderItem.cgstPaise),
      sgstPaise: sumPaiseOf(orderItem.sgstPaise),
      igstPaise: sumPaiseOf(orderItem.igstPaise),
    })
    .from(customerOrder)
    .innerJoin(orderItem, eq(orderItem.orderId, customerOrder.id))
    .where(inArray(customerOrder.id, orders))
    .groupBy(customerOrder.id, orderItem.hsn, orderItem.gstPercent)
    .orderBy(asc(number), asc(orderItem.hsn), asc(orderItem.gstPercent));
}

function toRow(
  document: DocumentRow["document"],
  { number, date, invoiceNumber, shippingAddress, ...row }: Awaited<ReturnType<typeof readRows>>[number],
): DocumentRow {
  if (number === null || date === null || invoiceNumber === null)
    throw new Error(`order ${row.orderNumber} has no whole ${document}`);
  return {
    ...row,
    document,
    number,
    date,
    invoiceNumber,
    placeOfSupply: placeOfSupply(shippingAddress.state),
    totalPaise: sumPaise([row.taxablePaise, row.cgstPaise, row.sgstPaise, row.igstPaise]),
  };
}

/** Prevents formula injection: text typed by shoppers never begins a cell. */
function placeOfSupply(typed: string): string {
  const state = stateOf(typed);
  return state ? `${state.code}-${state.name}` : `unknown (${typed})`;
}
