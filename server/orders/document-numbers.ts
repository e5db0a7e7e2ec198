import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import { creditNoteCounter, customerOrder, invoiceCounter } from "../database/schema.ts";
import { financialYearOf } from "./financial-year.ts";

/**
 * Numbers of GST documents, such as `KW/26-27/000123`: consecutive within a financial year and at most 16 characters (rules
 * 46 and 53). Giving one locks the counter until the transaction ends, so it is the last statement of the transaction; if that fails, no
 * number is skipped.
 */

/** Numbers the invoice of a paid order. */
export const numberInvoice = (trx: DatabaseOrTransaction, orderId: number, now: Date) =>
  assignNumber(trx, orderId, now, {
    counter: invoiceCounter,
    series: "KW",
    number: "invoice_number",
    date: "invoiced_at",
  });

/** Numbers the credit note of an order whose sale has ended. */
export const numberCreditNote = (trx: DatabaseOrTransaction, orderId: number, now: Date) =>
  assignNumber(trx, orderId, now, {
    counter: creditNoteCounter,
    series: "CN",
    number: "credit_note_number",
    date: "credited_at",
  });

interface Document {
  counter: typeof invoiceCounter | typeof creditNoteCounter;
  series: string;
  /** The columns of number and date. */
  number: "invoice_number" | "credit_note_number";
  date: "invoiced_at" | "credited_at";
}

async function assignNumber(
  trx: DatabaseOrTransaction,
  orderId: number,
  now: Date,
  { counter, series, number, date }: Document,
): Promise<string> {
  const year = financialYearOf(now);
  const [order] = await rowsOf<{ number: string }>(
    trx,
    sql`
    with counted as (
      insert into ${counter} as counter (year, last) values (${year}, 1)
      on conflict (year) do update set last = counter.last + 1
      returning last::text
    )
    update ${customerOrder} set
      ${sql.identifier(number)} = ${`${series}/${year}/`} || lpad(counted.last, greatest(6, length(counted.last)), '0'),
      ${sql.identifier(date)} = ${now.toISOString()}::timestamptz
    from counted where ${customerOrder.id} = ${orderId}
    returning ${sql.identifier(number)} as number`,
  );
  if (!order) throw new Error(`order ${orderId} got no number of the series ${series}`);
  return order.number;
}
