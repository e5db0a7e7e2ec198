/**
 * The series in which documents are numbered. One is a prefix (`KW`) with the two digits of DOCUMENT_SERIES, if there are several; each has a counter
 * for every financial year, so an owner who changes a prefix and changes it back goes on where that series ended, without a gap.
 */

import { like, notLike, type SQL, sql } from "drizzle-orm";
import { FIRST_PREFIXES, type NumberedDocument, TEST_PREFIXES } from "../../../../contract/orders/document-prefixes.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import {
  creditNoteCounter,
  customerOrder,
  deliveryChallanCounter,
  invoiceCounter,
  receiptVoucherCounter,
  refundVoucherCounter,
} from "../../../platform/database/schema.ts";
import { financialYearOf } from "./financial-year.ts";

export const COUNTERS = {
  invoice: invoiceCounter,
  credit_note: creditNoteCounter,
  delivery_challan: deliveryChallanCounter,
  receipt_voucher: receiptVoucherCounter,
  refund_voucher: refundVoucherCounter,
} as const satisfies Record<NumberedDocument, unknown>;

/** Names the series by their two digits; one alone has none. @param count DOCUMENT_SERIES */
export const seriesNames = (count: number): string[] =>
  count === 1 ? [""] : Array.from({ length: count }, (_, at) => String(at).padStart(2, "0"));

/** What the numbers of an order's documents begin with. */
export function prefixOf(document: NumberedDocument): SQL {
  if (document === "invoice") return sql`${customerOrder.invoicePrefix}`;
  if (document === "credit_note") return sql`${customerOrder.creditNotePrefix}`;
  return sql`case when ${customerOrder.isTest} then ${TEST_PREFIXES[document]}::text else ${FIRST_PREFIXES[document]} end`;
}

/**
 * The name of a series in its counter: "AB/" or "AB/03". Those of the kind's first prefix have none, "" or "03", as before there were others.
 * @param digits the order's DOCUMENT_SERIES
 */
export const seriesOf = (document: NumberedDocument, prefix: SQL, digits: SQL = sql`${customerOrder.documentSeries}`) =>
  sql`case ${prefix} when ${FIRST_PREFIXES[document]} then '' else ${prefix} || '/' end || ${digits}`;

/** Whether documents of this kind have numbers with this prefix, of any year. */
export async function hasNumbers(
  db: DatabaseOrTransaction,
  document: NumberedDocument,
  prefix: string,
): Promise<boolean> {
  const { series } = COUNTERS[document];
  const isOfPrefix = prefix === FIRST_PREFIXES[document] ? notLike(series, "%/%") : like(series, `${prefix}/%`);
  const [found] = await db.select({ series }).from(COUNTERS[document]).where(isOfPrefix).limit(1);
  return found !== undefined;
}

/** What precedes the serial number: "KW/26-27/", or "KW03/26/" of several series, which leave no room for both years. */
export function startOf(prefix: SQL, at: Date, digits: SQL = sql`${customerOrder.documentSeries}`): SQL {
  const year = financialYearOf(at);
  const [shortYear] = year.split("-");
  return sql`${prefix} || ${digits} || '/' || case ${digits} when '' then ${year} else ${shortYear} end || '/'`;
}
