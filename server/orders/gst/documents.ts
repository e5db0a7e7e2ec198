import { type AnyColumn, and, asc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { customerOrder, orderItem } from "../../database/schema.ts";
import { type Paise, paise, sumPaise } from "../../money.ts";
import { stateOf } from "../../pricing/place-of-supply.ts";
import type { Month } from "./month.ts";

/**
 * The invoices and credit notes of a month, for the shop's GST return. Amounts are those that were stored with the order, as the documents
 * themselves show them; nothing is reckoned anew.
 */

export const DOCUMENTS = ["invoice", "credit note"] as const;

/**
 * What one document says of the goods with one HSN and one rate. Amounts are paise. Pieces and amounts of a credit note are negative, so
 * that they add up to what is owed.
 */
export interface DocumentRow {
  document: (typeof DOCUMENTS)[number];
  number: string;
  date: Date;
  /** The invoice that it is or takes back. */
  invoiceNumber: string;
  orderNumber: string;
  /** As returns name a state: `29-Karnataka`. */
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

/** How many documents are read at once. */
const BATCH = 1000;

/** What makes a document, and which way its amounts count. */
const KINDS = {
  invoice: { number: customerOrder.invoiceNumber, date: customerOrder.invoicedAt, sign: "+" },
  "credit note": { number: customerOrder.creditNoteNumber, date: customerOrder.creditedAt, sign: "-" },
};

/** The rows of all documents of a kind that are dated in the month, in the order of their numbers; a document is never parted. */
export async function* documentsOf(
  db: Database,
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

function readRows(db: Database, document: DocumentRow["document"], orders: number[]) {
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

/** What a shopper has typed never stands at a cell's beginning, where a spreadsheet might calculate it. */
function placeOfSupply(typed: string): string {
  const state = stateOf(typed);
  return state ? `${state.code}-${state.name}` : `unknown (${typed})`;
}
