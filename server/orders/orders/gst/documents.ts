/**
 * The invoices and credit notes of a month, for the shop's GST return. Free samples are omitted, since they are not supplies. Amounts are
 * not recomputed: they are stored with the order and printed on the documents.
 */

import { type AnyColumn, and, asc, eq, gt, gte, inArray, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { type Paise, paise, sumPaise } from "../../../base/money.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import {
  creditNote,
  creditNoteLine,
  customerOrder,
  deliveryChallan,
  furtherInvoice,
  orderItem,
  type PostalAddress,
  receiptVoucher,
  refundVoucher,
} from "../../../platform/database/schema.ts";
import { isWithinState, type State, stateOf } from "../../../selling/pricing/place-of-supply.ts";
import { stateAt } from "../../../selling/shipping/destination.ts";
import { isTooLateToCredit } from "../invoice/financial-year.ts";
import { isOfRealOrder, isReal } from "../test-orders.ts";
import type { Month } from "./month.ts";

export const DOCUMENTS = ["invoice", "credit note"] as const;

/** A credit note that came too late to lower the tax: its units and amounts are in no sum of the return. */
export const FINANCIAL_CREDIT_NOTE = "financial credit note";

/**
 * The goods of one HSN and tax rate in one document. Amounts are paise. Units and amounts of a credit note are negative, so that sums give
 * the tax due.
 */
export interface DocumentRow {
  document: (typeof DOCUMENTS)[number] | typeof FINANCIAL_CREDIT_NOTE;
  number: string;
  date: Date;
  /** The number of the invoice, or of the invoice that the credit note reverses. */
  invoiceNumber: string;
  orderNumber: string;
  invoiceDate: Date;
  /** The total of that invoice. */
  invoiceTotalPaise: Paise;
  /** In the format of GST returns, for example `29-Karnataka`. */
  placeOfSupply: string;
  /** Null if the state is unknown. */
  stateCode: string | null;
  /** Whether seller and place of supply are in different states. */
  isInterState: boolean;
  /** The seller's GSTIN as printed on the document. */
  gstin: string;
  hsn: string;
  gstPercent: number;
  quantity: number;
  taxablePaise: Paise;
  cgstPaise: Paise;
  sgstPaise: Paise;
  igstPaise: Paise;
  totalPaise: Paise;
}

/** Documents per query. */
const BATCH = 1000;

/** Reads the rows of all documents of a kind dated in the month, by number; a document is never split. */
export async function* documentsOf(
  db: ReadDatabase,
  document: (typeof DOCUMENTS)[number],
  month: Month,
): AsyncGenerator<DocumentRow[]> {
  const { inMonth, read } = KINDS[document];
  const numbers = (await inMonth(db, month)).flatMap(({ number }) => number ?? []);
  for (let at = 0; at < numbers.length; at += BATCH)
    yield await Promise.all((await read(db, numbers.slice(at, at + BATCH))).map((row) => toRow(document, row)));
}

const KINDS = {
  invoice: {
    inMonth: (db: ReadDatabase, { from, to }: Month) =>
      unionAll(
        db
          .select({ number: sql<string | null>`${customerOrder.invoiceNumber}`.as("number") })
          .from(customerOrder)
          .where(and(isReal, gte(customerOrder.invoicedAt, from), lt(customerOrder.invoicedAt, to))),
        db
          .select({ number: sql<string | null>`${furtherInvoice.number}`.as("number") })
          .from(furtherInvoice)
          .where(
            and(
              isOfRealOrder(furtherInvoice.orderId),
              gte(furtherInvoice.issuedAt, from),
              lt(furtherInvoice.issuedAt, to),
            ),
          ),
      ).orderBy(sql`number`),
    read: readInvoices,
  },
  "credit note": {
    inMonth: (db: ReadDatabase, { from, to }: Month) =>
      db
        .select({ number: creditNote.number })
        .from(creditNote)
        .where(and(isOfRealOrder(creditNote.orderId), gte(creditNote.issuedAt, from), lt(creditNote.issuedAt, to)))
        .orderBy(asc(creditNote.number)),
    read: readCreditNotes,
  },
};

/** The invoice of an item, in a query of items with their order, and with `furtherInvoice` joined by `isItsInvoice`. */
const INVOICE = {
  number: sql<string | null>`coalesce(${furtherInvoice.number}, ${customerOrder.invoiceNumber})`,
  date: sql<Date | null>`coalesce(${furtherInvoice.issuedAt}, ${customerOrder.invoicedAt})`.mapWith(
    customerOrder.invoicedAt,
  ),
};
const isItsInvoice = and(
  eq(furtherInvoice.orderId, orderItem.orderId),
  eq(furtherInvoice.position, orderItem.invoicePosition),
);

function readInvoices(db: ReadDatabase, numbers: string[]) {
  const orders = unionAll(
    db.select({ id: customerOrder.id }).from(customerOrder).where(inArray(customerOrder.invoiceNumber, numbers)),
    db.select({ id: furtherInvoice.orderId }).from(furtherInvoice).where(inArray(furtherInvoice.number, numbers)),
  );
  return db
    .select({ ...ORDER, number: INVOICE.number, date: INVOICE.date, ...sumsOf(orderItem, "+") })
    .from(customerOrder)
    .innerJoin(orderItem, eq(orderItem.orderId, customerOrder.id))
    .leftJoin(furtherInvoice, isItsInvoice)
    .where(and(inArray(customerOrder.id, orders), inArray(INVOICE.number, numbers), gt(orderItem.pricePaise, paise(0))))
    .groupBy(
      customerOrder.id,
      orderItem.orderId,
      orderItem.invoicePosition,
      furtherInvoice.orderId,
      furtherInvoice.position,
      orderItem.hsn,
      orderItem.gstPercent,
    )
    .orderBy(asc(INVOICE.number), asc(orderItem.hsn), asc(orderItem.gstPercent));
}

function readCreditNotes(db: ReadDatabase, numbers: string[]) {
  return db
    .select({
      ...ORDER,
      number: creditNote.number,
      date: creditNote.issuedAt,
      ...sumsOf(creditNoteLine, "-"),
    })
    .from(creditNote)
    .innerJoin(customerOrder, eq(customerOrder.id, creditNote.orderId))
    .innerJoin(creditNoteLine, eq(creditNoteLine.creditNoteId, creditNote.id))
    .innerJoin(
      orderItem,
      and(eq(orderItem.orderId, creditNoteLine.orderId), eq(orderItem.position, creditNoteLine.position)),
    )
    .leftJoin(furtherInvoice, isItsInvoice)
    .where(inArray(creditNote.number, numbers))
    .groupBy(
      creditNote.id,
      customerOrder.id,
      orderItem.orderId,
      orderItem.invoicePosition,
      furtherInvoice.orderId,
      furtherInvoice.position,
      orderItem.hsn,
      orderItem.gstPercent,
    )
    .orderBy(asc(creditNote.number), asc(orderItem.invoicePosition), asc(orderItem.hsn), asc(orderItem.gstPercent));
}

/** Columns that describe a document's order and goods. */
const ORDER = {
  invoiceNumber: INVOICE.number,
  orderNumber: customerOrder.number,
  invoiceDate: INVOICE.date,
  invoiceTotalPaise:
    sql<Paise>`(select sum(taxable_paise + cgst_paise + sgst_paise + igst_paise) from order_item as invoiced
    where invoiced.order_id = ${orderItem.orderId} and invoiced.invoice_position = ${orderItem.invoicePosition})`.mapWith(
      (total) => paise(Number(total)),
    ),
  shippingAddress: customerOrder.shippingAddress,
  seller: customerOrder.seller,
  hsn: orderItem.hsn,
  gstPercent: orderItem.gstPercent,
};

function sumsOf(lines: typeof orderItem | typeof creditNoteLine, sign: "+" | "-") {
  const sum = (column: AnyColumn) => sql`${sql.raw(sign)} sum(${column})`;
  const sumPaiseOf = (column: AnyColumn) => sum(column).mapWith((total: string) => paise(Number(total)));
  return {
    quantity: sum(lines.quantity).mapWith(Number),
    taxablePaise: sumPaiseOf(lines.taxablePaise),
    cgstPaise: sumPaiseOf(lines.cgstPaise),
    sgstPaise: sumPaiseOf(lines.sgstPaise),
    igstPaise: sumPaiseOf(lines.igstPaise),
  };
}

async function toRow(
  kind: (typeof DOCUMENTS)[number],
  {
    number,
    date,
    invoiceNumber,
    invoiceDate,
    shippingAddress,
    seller,
    ...row
  }: Awaited<ReturnType<typeof readInvoices>>[number],
): Promise<DocumentRow> {
  if (number === null || date === null || invoiceNumber === null || invoiceDate === null)
    throw new Error(`order ${row.orderNumber} has no whole ${kind}`);
  const isLate = kind === "credit note" && isTooLateToCredit(invoiceDate, date);
  const state = await stateOfSupply(shippingAddress);
  return {
    ...row,
    document: isLate ? FINANCIAL_CREDIT_NOTE : kind,
    number,
    date,
    invoiceNumber,
    invoiceDate,
    // Prevents formula injection: text typed by shoppers never starts a cell.
    placeOfSupply: state ? `${state.code}-${state.name}` : `unknown (${shippingAddress.state})`,
    stateCode: state?.code ?? null,
    // As it was charged: earlier releases knew fewer spellings of the states.
    isInterState: row.igstPaise !== 0 || (row.cgstPaise === 0 && !isWithinState(seller.state, state?.name ?? "")),
    gstin: seller.gstin,
    totalPaise: sumPaise([row.taxablePaise, row.cgstPaise, row.sgstPaise, row.igstPaise]),
  };
}

/** Returns the state of a shipping address; of a text that an earlier release stored and that is no state, the pincode's. */
async function stateOfSupply({ pincode, state }: PostalAddress): Promise<State | null> {
  const known = stateOf(state);
  if (known) return known;
  const ofPincode = await stateAt(pincode, state);
  return typeof ofPincode === "string" ? stateOf(ofPincode) : null;
}

/** `isTooLateToCredit`, negated, in a query of credit notes with their items and invoices. */
const isInTime = sql`(${creditNote.issuedAt} at time zone 'Asia/Kolkata')
  < make_date(extract(year from (${INVOICE.date} at time zone 'Asia/Kolkata') - interval '3 months')::int + 1, 12, 1)`;

/** Taxable value and taxes of a month, invoices less credit notes. */
export type Totals = Pick<DocumentRow, "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise">;

/** Adds up a month's documents in the database, to check the return. */
export async function totalsOf(db: ReadDatabase, { from, to }: Month): Promise<Totals> {
  const [invoiced] = await db
    .select(sumsOf(orderItem, "+"))
    .from(orderItem)
    .innerJoin(customerOrder, eq(customerOrder.id, orderItem.orderId))
    .where(
      and(
        isReal,
        gte(customerOrder.invoicedAt, from),
        lt(customerOrder.invoicedAt, to),
        eq(orderItem.invoicePosition, 1),
      ),
    );
  const [further] = await db
    .select(sumsOf(orderItem, "+"))
    .from(orderItem)
    .innerJoin(furtherInvoice, isItsInvoice)
    .where(
      and(isOfRealOrder(furtherInvoice.orderId), gte(furtherInvoice.issuedAt, from), lt(furtherInvoice.issuedAt, to)),
    );
  const [credited] = await db
    .select(sumsOf(creditNoteLine, "-"))
    .from(creditNoteLine)
    .innerJoin(creditNote, eq(creditNote.id, creditNoteLine.creditNoteId))
    .innerJoin(customerOrder, eq(customerOrder.id, creditNote.orderId))
    .innerJoin(
      orderItem,
      and(eq(orderItem.orderId, creditNoteLine.orderId), eq(orderItem.position, creditNoteLine.position)),
    )
    .leftJoin(furtherInvoice, isItsInvoice)
    .where(and(isReal, gte(creditNote.issuedAt, from), lt(creditNote.issuedAt, to), isInTime));
  const sum = (part: keyof Totals) => paise((invoiced?.[part] ?? 0) + (further?.[part] ?? 0) + (credited?.[part] ?? 0));
  return {
    taxablePaise: sum("taxablePaise"),
    cgstPaise: sum("cgstPaise"),
    sgstPaise: sum("sgstPaise"),
    igstPaise: sum("igstPaise"),
  };
}

const UNTAXED = {
  "receipt voucher": receiptVoucher,
  "refund voucher": refundVoucher,
  "delivery challan": deliveryChallan,
} as const;
/** Documents that carry no tax: table 13 alone counts them. */
export const UNTAXED_DOCUMENTS = Object.keys(UNTAXED) as (keyof typeof UNTAXED)[];

/** Reads the numbers of a month's documents of a kind that carries no tax. */
export async function numbersOf(
  db: ReadDatabase,
  document: keyof typeof UNTAXED,
  { from, to }: Month,
): Promise<string[]> {
  const { number, issuedAt, orderId } = UNTAXED[document];
  const rows = await db
    .select({ number })
    .from(UNTAXED[document])
    .where(and(isOfRealOrder(orderId), gte(issuedAt, from), lt(issuedAt, to)))
    .orderBy(asc(number));
  return rows.map((row) => row.number);
}
