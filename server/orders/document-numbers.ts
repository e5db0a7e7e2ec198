import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { creditNoteCounter, invoiceCounter } from "../database/schema.ts";
import { financialYearOf } from "./financial-year.ts";

/**
 * Numbers of documents that GST knows, such as `KW/26-27/000123`: consecutive within a financial year and at most 16 characters (rules
 * 46 and 53). Giving one holds the counter until the transaction ends, so it comes last in it; and if that fails no number is left out.
 */

export const nextInvoiceNumber = (trx: DatabaseOrTransaction, now: Date) => next(trx, invoiceCounter, "KW", now);

export const nextCreditNoteNumber = (trx: DatabaseOrTransaction, now: Date) => next(trx, creditNoteCounter, "CN", now);

async function next(
  trx: DatabaseOrTransaction,
  counter: typeof invoiceCounter | typeof creditNoteCounter,
  series: string,
  now: Date,
): Promise<string> {
  const year = financialYearOf(now);
  const [counted] = await trx
    .insert(counter)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: counter.year, set: { last: sql`${counter.last} + 1` } })
    .returning({ last: counter.last });
  if (!counted) throw new Error(`the counter of the series ${series} did not count`);
  return `${series}/${year}/${String(counted.last).padStart(6, "0")}`;
}
