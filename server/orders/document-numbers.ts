/**
 * Numbers of GST documents, such as `KW/26-27/000123`: consecutive within their series and financial year, and at most 16 characters (rules
 * 46 and 53). Giving one locks the counter of its series until the transaction ends, so it is the last statement of the transaction; if that
 * fails, no number is skipped. With several series (DOCUMENT_SERIES), such as `KW03/26/000123`, fewer transactions wait for one counter
 * (docs/decisions/2026-11-23-document-series.md).
 */

import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import {
  type CreditReason,
  creditNote,
  creditNoteCounter,
  creditNoteLine,
  customerOrder,
  invoiceCounter,
} from "../database/schema.ts";
import type { Paise } from "../money.ts";
import type { IncludedTax } from "../pricing/tax.ts";
import { financialYearOf } from "./financial-year.ts";

/**
 * Chooses the series of a new order's documents.
 * @param count how many series there are; one has no name
 */
export function chooseSeries(count: number): string {
  return count === 1 ? "" : String(randomInt(count)).padStart(2, "0");
}

/** Numbers the invoice of a paid order. */
export async function numberInvoice(trx: DatabaseOrTransaction, orderId: number, now: Date): Promise<string> {
  const [order] = await rowsOf<{ number: string }>(
    trx,
    sql`
    with counted as (${count(invoiceCounter, orderId, now)})
    update ${customerOrder} set invoice_number = ${format("KW", now)}, invoiced_at = ${now.toISOString()}::timestamptz
    from counted where ${customerOrder.id} = ${orderId}
    returning invoice_number as number`,
  );
  if (!order) throw new Error(`order ${orderId} got no invoice number`);
  return order.number;
}

/** A credit note that has no number yet. */
export interface NewCreditNote {
  orderId: number;
  /** The note's position within its order, from 1. */
  position: number;
  refundId: number | null;
  reason: CreditReason;
  lines: readonly CreditLine[];
  at: Date;
}

/** Units of an order item with their amounts. */
export interface CreditLine extends IncludedTax {
  /** Position of the item in the order. */
  position: number;
  quantity: number;
  shippingPaise: Paise;
}

/** Numbers a credit note and stores it with its lines. */
export async function numberCreditNote(
  trx: DatabaseOrTransaction,
  { orderId, position, refundId, reason, lines, at }: NewCreditNote,
): Promise<string> {
  const [issued] = await rowsOf<{ number: string }>(
    trx,
    sql`
    with counted as (${count(creditNoteCounter, orderId, at)}),
    issued as (
      insert into ${creditNote} (order_id, position, number, refund_id, reason, issued_at)
        select ${orderId}::bigint, ${position}::smallint, ${format("CN", at)}, ${refundId}::bigint, ${reason}, ${at.toISOString()}::timestamptz
        from counted
      returning id, number
    ),
    line as (
      insert into ${creditNoteLine} (credit_note_id, order_id, position, quantity, taxable_paise, cgst_paise, sgst_paise, igst_paise, shipping_paise)
        select issued.id, ${orderId}::bigint, credited.position, quantity, "taxablePaise", "cgstPaise", "sgstPaise", "igstPaise", "shippingPaise"
        from issued, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as credited (position smallint, quantity int,
          "taxablePaise" int, "cgstPaise" int, "sgstPaise" int, "igstPaise" int, "shippingPaise" int)
    )
    select number from issued`,
  );
  if (!issued) throw new Error(`order ${orderId} got no credit note number`);
  return issued.number;
}

/** Increments a series' counter. @returns the series' name and the number as text */
const count = (counter: typeof invoiceCounter | typeof creditNoteCounter, orderId: number, now: Date) => sql`
  insert into ${counter} as counter (year, series, last)
    select ${financialYearOf(now)}, document_series, 1 from ${customerOrder} where ${customerOrder.id} = ${orderId}
  on conflict (year, series) do update set last = counter.last + 1
  returning series, last::text`;

/** Formats a document's number. A named series leaves no room for both years. */
function format(prefix: "KW" | "CN", now: Date) {
  const year = financialYearOf(now);
  const [shortYear] = year.split("-");
  return sql`${prefix} || counted.series || '/' || case counted.series when '' then ${year} else ${shortYear} end
    || '/' || lpad(counted.last, greatest(6, length(counted.last)), '0')`;
}
