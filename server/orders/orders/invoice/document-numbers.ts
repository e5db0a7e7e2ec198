/**
 * Numbers of GST documents, such as `KW/26-27/000123`: consecutive within their series and financial year, and at most 16 characters (rules
 * 46, 50, 51 and 53). The order has stored the prefix and the series that its documents have. Giving one locks the counter of its series until the transaction ends, so it is the last statement of the transaction; if that
 * fails, no number is skipped. With several series (DOCUMENT_SERIES), such as `KW03/26/000123`, fewer transactions wait for one counter
 * (docs/decisions/2026-11-23-document-series.md).
 */

import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { NumberedDocument } from "../../../../contract/orders/document-prefixes.ts";
import type { Paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import {
  type ChallanReason,
  type CreditReason,
  creditNote,
  creditNoteLine,
  customerOrder,
  deliveryChallan,
  furtherInvoice,
  issuedDocument,
  receiptVoucher,
  refundVoucher,
} from "../../../platform/database/schema.ts";
import type { IncludedTax } from "../../../selling/pricing/tax.ts";
import type { ChallanContent } from "../challans/challan.ts";
import type { VoucherContent } from "../vouchers/voucher.ts";
import { COUNTERS, prefixOf, seriesNames, seriesOf, startOf } from "./document-series.ts";
import { financialYearOf } from "./financial-year.ts";
import type { InvoiceContent } from "./invoice.ts";
import { type DocumentKey, FORMAT } from "./issued-documents.ts";

/**
 * Chooses the series of a new order's documents.
 * @param count how many series there are; one has no name
 */
export function chooseSeries(count: number): string {
  return seriesNames(count)[randomInt(count)] ?? "";
}

/**
 * Numbers the invoice of a paid order; `issueInvoice` composes it before.
 * @param content what it states, which is stored with the number
 */
export async function numberInvoice(
  trx: DatabaseOrTransaction,
  orderId: number,
  now: Date,
  content: InvoiceContent,
): Promise<string> {
  const [order] = await rowsOf(
    trx,
    { number: "string" },
    sql`
    with ${numbered("invoice", orderId, now)},
    stored as (${store({ orderId, kind: "invoice", position: 1 }, content, now)})
    update ${customerOrder} set invoice_number = numbered.number, invoiced_at = ${now.toISOString()}::timestamptz
    from numbered where ${customerOrder.id} = ${orderId}
    returning invoice_number as number`,
  );
  if (!order) throw new Error(`order ${orderId} got no invoice number`);
  return order.number;
}

/** Numbers a further invoice of an order, and stores what it states. @param position which of the order's invoices, from 2 */
export async function numberFurtherInvoice(
  trx: DatabaseOrTransaction,
  { orderId, position, at, content }: { orderId: number; position: number; at: Date; content: InvoiceContent },
): Promise<string> {
  const [issued] = await rowsOf(
    trx,
    { number: "string" },
    sql`
    with ${numbered("invoice", orderId, at)},
    stored as (${store({ orderId, kind: "invoice", position }, content, at)})
    insert into ${furtherInvoice} (order_id, position, number, issued_at)
      select ${orderId}::bigint, ${position}::smallint, numbered.number, ${at.toISOString()}::timestamptz from numbered
    returning number`,
  );
  if (!issued) throw new Error(`order ${orderId} got no number of a further invoice`);
  return issued.number;
}

/** A credit note that has no number yet. */
export interface NewCreditNote {
  orderId: number;
  /** The note's position within its order, from 1. */
  position: number;
  refundId: number | null;
  reason: CreditReason;
  /** A sentence for the customer; may be empty. */
  note: string;
  lines: readonly CreditLine[];
  at: Date;
  /** What it states. */
  content: InvoiceContent;
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
  { orderId, position, refundId, reason, note, lines, at, content }: NewCreditNote,
): Promise<string> {
  const [issued] = await rowsOf(
    trx,
    { number: "string" },
    sql`
    with ${numbered("credit_note", orderId, at)},
    stored as (${store({ orderId, kind: "credit_note", position }, content, at)}),
    issued as (
      insert into ${creditNote} (order_id, position, number, refund_id, reason, note, issued_at)
        select ${orderId}::bigint, ${position}::smallint, numbered.number, ${refundId}::bigint, ${reason}, ${note}, ${at.toISOString()}::timestamptz
        from numbered
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

/** A delivery challan that has no number yet. */
export interface NewChallan {
  orderId: number;
  /** The challan's position within its order, from 1. */
  position: number;
  shipmentId: number;
  reason: ChallanReason;
  at: Date;
  /** What it states. */
  content: ChallanContent;
}

/** Numbers a delivery challan and stores it. */
export async function numberChallan(
  trx: DatabaseOrTransaction,
  { orderId, position, shipmentId, reason, at, content }: NewChallan,
): Promise<string> {
  const [issued] = await rowsOf(
    trx,
    { number: "string" },
    sql`
    with ${numbered("delivery_challan", orderId, at)},
    stored as (${store({ orderId, kind: "delivery_challan", position }, content, at)})
    insert into ${deliveryChallan} (order_id, position, shipment_id, number, reason, issued_at)
      select ${orderId}::bigint, ${position}::smallint, ${shipmentId}::bigint, numbered.number, ${reason}, ${at.toISOString()}::timestamptz
      from numbered
    returning number`,
  );
  if (!issued) throw new Error(`order ${orderId} got no delivery challan number`);
  return issued.number;
}

/** A receipt voucher that has no number yet. */
export interface NewReceiptVoucher {
  orderId: number;
  /** Which of the order's receipt vouchers, from 1. */
  position: number;
  paymentId: number;
  at: Date;
  /** What it states. */
  content: VoucherContent;
}

/** Numbers a receipt voucher and stores it. */
export async function numberReceiptVoucher(
  trx: DatabaseOrTransaction,
  { orderId, position, paymentId, at, content }: NewReceiptVoucher,
): Promise<{ id: number; number: string }> {
  const [issued] = await rowsOf(
    trx,
    { id: "number", number: "string" },
    sql`
    with ${numbered("receipt_voucher", orderId, at)},
    stored as (${store({ orderId, kind: "receipt_voucher", position }, content, at)})
    insert into ${receiptVoucher} (order_id, position, payment_id, number, amount_paise, issued_at)
      select ${orderId}::bigint, ${position}::smallint, ${paymentId}::bigint, numbered.number, ${content.amountPaise}::int, ${at.toISOString()}::timestamptz
      from numbered
    returning id, number`,
  );
  if (!issued) throw new Error(`order ${orderId} got no receipt voucher number`);
  return issued;
}

/** A refund voucher that has no number yet. */
export interface NewRefundVoucher {
  orderId: number;
  /** Which of the order's refund vouchers, from 1. */
  position: number;
  receiptId: number;
  refundId: number;
  at: Date;
  /** What it states. */
  content: VoucherContent;
}

/** Numbers a refund voucher and stores it. */
export async function numberRefundVoucher(
  trx: DatabaseOrTransaction,
  { orderId, position, receiptId, refundId, at, content }: NewRefundVoucher,
): Promise<string> {
  const [issued] = await rowsOf(
    trx,
    { number: "string" },
    sql`
    with ${numbered("refund_voucher", orderId, at)},
    stored as (${store({ orderId, kind: "refund_voucher", position }, content, at)})
    insert into ${refundVoucher} (order_id, position, receipt_id, refund_id, number, amount_paise, issued_at)
      select ${orderId}::bigint, ${position}::smallint, ${receiptId}::bigint, ${refundId}::bigint, numbered.number, ${content.amountPaise}::int,
        ${at.toISOString()}::timestamptz
      from numbered
    returning number`,
  );
  if (!issued) throw new Error(`order ${orderId} got no refund voucher number`);
  return issued.number;
}

/** Stores what a document states, in the statement that numbers it. */
const store = ({ orderId, kind, position }: DocumentKey, content: object, at: Date) => sql`
  insert into ${issuedDocument} (order_id, kind, position, format, content, at)
    values (${orderId}, ${kind}, ${position}, ${FORMAT}, ${JSON.stringify(content)}::jsonb, ${at.toISOString()}::timestamptz)`;

/** Increments the counter of an order's series, and formats the number: the statements `counted` and `numbered`. */
const numbered = (document: NumberedDocument, orderId: number, at: Date) => sql`
  counted as (${increment(document, orderId, at)}),
  numbered as (
    select ${startOf(prefixOf(document), at)} || lpad(counted.last, greatest(6, length(counted.last)), '0') as number
    from counted, ${customerOrder} where ${customerOrder.id} = ${orderId}
  )`;

const increment = (document: NumberedDocument, orderId: number, at: Date) => sql`
  insert into ${COUNTERS[document]} as counter (year, series, last)
    select ${financialYearOf(at)}, ${seriesOf(document, prefixOf(document))}, 1 from ${customerOrder} where ${customerOrder.id} = ${orderId}
  on conflict (year, series) do update set last = counter.last + 1
  returning last::text`;
