import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import { creditNoteCounter, customerOrder, invoiceCounter } from "../database/schema.ts";
import { financialYearOf } from "./financial-year.ts";

/**
 * Numbers of GST documents, such as `KW/26-27/000123`: consecutive within their series and financial year, and at most 16 characters (rules
 * 46 and 53). Giving one locks the counter of its series until the transaction ends, so it is the last statement of the transaction; if that
 * fails, no number is skipped. With several series (DOCUMENT_SERIES), such as `KW03/26/000123`, fewer transactions wait for one counter
 * (docs/decisions/2026-11-23-document-series.md).
 */

/**
 * Chooses the series of a new order's documents.
 * @param count how many series there are; one has no name
 */
export function chooseSeries(count: number): string {
  return count === 1 ? "" : String(randomInt(count)).padStart(2, "0");
}

/** Numbers the invoice of a paid order. */
export const numberInvoice = (trx: DatabaseOrTransaction, orderId: number, now: Date) =>
  assignNumber(trx, orderId, now, {
    counter: invoiceCounter,
    prefix: "KW",
    number: "invoice_number",
    date: "invoiced_at",
  });

/** Numbers the credit note of an order whose sale has ended. */
export const numberCreditNote = (trx: DatabaseOrTransaction, orderId: number, now: Date) =>
  assignNumber(trx, orderId, now, {
    counter: creditNoteCounter,
    prefix: "CN",
    number: "credit_note_number",
    date: "credited_at",
  });

interface Document {
  counter: typeof invoiceCounter | typeof creditNoteCounter;
  prefix: string;
  /** The columns of number and date. */
  number: "invoice_number" | "credit_note_number";
  date: "invoiced_at" | "credited_at";
}

async function assignNumber(
  trx: DatabaseOrTransaction,
  orderId: number,
  now: Date,
  { counter, prefix, number, date }: Document,
): Promise<string> {
  const year = financialYearOf(now);
  // A named series leaves no room for both years.
  const [shortYear] = year.split("-");
  const [order] = await rowsOf<{ number: string }>(
    trx,
    sql`
    with counted as (
      insert into ${counter} as counter (year, series, last)
        select ${year}, document_series, 1 from ${customerOrder} where ${customerOrder.id} = ${orderId}
      on conflict (year, series) do update set last = counter.last + 1
      returning series, last::text
    )
    update ${customerOrder} set
      ${sql.identifier(number)} = ${prefix} || counted.series || '/' || case counted.series when '' then ${year} else ${shortYear} end
        || '/' || lpad(counted.last, greatest(6, length(counted.last)), '0'),
      ${sql.identifier(date)} = ${now.toISOString()}::timestamptz
    from counted where ${customerOrder.id} = ${orderId}
    returning ${sql.identifier(number)} as number`,
  );
  if (!order) throw new Error(`order ${orderId} got no number of the series ${prefix}`);
  return order.number;
}
