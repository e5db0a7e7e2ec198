import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { invoiceCounter } from "../database/schema.ts";
import { financialYearOf } from "./financial-year.ts";

/**
 * The next invoice number, such as `KW/26-27/000123`: consecutive within a financial year and at most 16 characters, as GST asks for
 * (rule 46). It holds the counter until the transaction ends, so it comes last in it; and if that fails no number is left out.
 */
export async function nextInvoiceNumber(trx: DatabaseOrTransaction, now: Date): Promise<string> {
  const year = financialYearOf(now);
  const [counted] = await trx
    .insert(invoiceCounter)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: invoiceCounter.year, set: { last: sql`${invoiceCounter.last} + 1` } })
    .returning({ last: invoiceCounter.last });
  if (!counted) throw new Error("the invoice counter did not count");
  return `KW/${year}/${String(counted.last).padStart(6, "0")}`;
}
