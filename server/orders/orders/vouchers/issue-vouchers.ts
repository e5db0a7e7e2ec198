/**
 * Issues and reads receipt and refund vouchers. A payment that is received before its supply is invoiced gets a receipt voucher: an
 * advance, or what could not be applied to its order. Each refund of it gets a refund voucher, unless the order is invoiced by then: a
 * credit note is issued instead.
 */

import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { ApiError } from "../../../base/errors.ts";
import { paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import {
  orderItem,
  payment,
  type RefundReason,
  receiptVoucher,
  refund,
  refundVoucher,
} from "../../../platform/database/schema.ts";
import { readPaidPayment } from "../../payment-records/payments.ts";
import { readApplied } from "../../payment-records/refundable.ts";
import { numberReceiptVoucher, numberRefundVoucher } from "../invoice/document-numbers.ts";
import { readIssued } from "../invoice/issued-documents.ts";
import { drawNamed, type InvoiceFile, type PaperDeps } from "../invoice/read-invoice.ts";
import { withMark } from "../invoice/seller-mark.ts";
import type { OrderRow } from "../order-row.ts";
import { composeReceipt, composeRefund, type Voucher, type VoucherContent, type VoucherKind } from "./voucher.ts";

const TABLES = { receipt: receiptVoucher, refund: refundVoucher } as const;

/**
 * Reasons for refunding a payment that was meant for a supply which does not follow. Any other payment that could not be applied was made
 * by mistake, for a supply that was paid or invoiced already.
 */
const MEANT_FOR_SUPPLY: readonly RefundReason[] = ["too_late", "cancelled", "replaced", "wrong_amount"];

/** Whether a payment that could not be applied, for this reason, gets a receipt and a refund voucher. */
export const getsVouchers = (reason: RefundReason): boolean => MEANT_FOR_SUPPLY.includes(reason);

/** Issues the receipt voucher of a payment of a locked order. Only other vouchers follow in the transaction. */
export async function issueReceiptVoucher(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  paymentId: number,
  at: Date,
): Promise<void> {
  const paid = await readPaidPayment(trx, order.id, paymentId);
  if (!paid) throw new Error(`payment ${paymentId} has brought no money`);
  const items = await trx
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  const content = composeReceipt(order, items, paid);
  const position = await nextPosition(trx, order.id, "receipt");
  await numberReceiptVoucher(trx, { orderId: order.id, position, paymentId, at, content });
}

/**
 * Issues the refund vouchers of a locked order that are missing. Nothing follows in the transaction, because its last statement gives the
 * number.
 * @param paymentId of a payment that could not be applied to its order; by default those of an order that is not invoiced
 */
export async function issueRefundVouchers(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  at: Date,
  paymentId?: number,
): Promise<void> {
  for (const { receipt, refundId, amountPaise, ...to } of await missingRefundVouchers(trx, order, paymentId)) {
    const received = await voucherAt(trx, order.id, "receipt", receipt);
    await numberRefundVoucher(trx, {
      orderId: order.id,
      position: await nextPosition(trx, order.id, "refund"),
      receiptId: receipt.id,
      refundId,
      at,
      content: composeRefund(received, { amountPaise, payment: to }),
    });
  }
}

/**
 * Returns the position of the refund voucher that `issueRefundVouchers` is about to issue for a locked order, so that the email about it
 * can attach it.
 * @returns null if it will issue none
 */
export async function nextRefundVoucher(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  paymentId?: number,
): Promise<number | null> {
  const missing = await missingRefundVouchers(trx, order, paymentId);
  return missing.length === 0 ? null : nextPosition(trx, order.id, "refund");
}

/** Returns the position of the receipt voucher of an order's advance; null without one. */
export async function advanceVoucher(db: DatabaseOrTransaction, orderId: number): Promise<number | null> {
  const paymentIds = (await readApplied(db, orderId)).map(({ paymentId }) => paymentId);
  if (paymentIds.length === 0) return null;
  const [found] = await db
    .select({ position: receiptVoucher.position })
    .from(receiptVoucher)
    .where(and(eq(receiptVoucher.orderId, orderId), inArray(receiptVoucher.paymentId, paymentIds)))
    .limit(1);
  return found?.position ?? null;
}

/** Returns the position of an order's next voucher. */
export async function nextPosition(trx: DatabaseOrTransaction, orderId: number, kind: VoucherKind): Promise<number> {
  const table = TABLES[kind];
  const [issued] = await trx.select({ vouchers: count() }).from(table).where(eq(table.orderId, orderId));
  return (issued?.vouchers ?? 0) + 1;
}

/**
 * Reads the refunds of payments with a receipt voucher that have no refund voucher, each with what is left of the amount that was received: a
 * refund that has failed and another in its place are one refund.
 */
async function missingRefundVouchers(trx: DatabaseOrTransaction, order: OrderRow, paymentId?: number) {
  if (paymentId === undefined && (order.invoiceNumber !== null || order.advancePaidAt === null)) return [];
  const rows = await trx
    .select({
      receipt: receiptVoucher,
      refundId: refund.id,
      amountPaise: refund.amountPaise,
      state: refund.state,
      voucherPaise: refundVoucher.amountPaise,
      method: payment.method,
      detail: payment.detail,
    })
    .from(receiptVoucher)
    .innerJoin(payment, eq(payment.id, receiptVoucher.paymentId))
    .innerJoin(refund, eq(refund.paymentId, receiptVoucher.paymentId))
    .leftJoin(refundVoucher, eq(refundVoucher.refundId, refund.id))
    .where(
      and(
        eq(receiptVoucher.orderId, order.id),
        paymentId === undefined ? undefined : eq(receiptVoucher.paymentId, paymentId),
      ),
    )
    .orderBy(asc(refund.id));
  const left = new Map(rows.map(({ receipt }) => [receipt.id, receipt.amountPaise as number]));
  const take = (id: number, amount: number) => {
    const taken = Math.min(amount, left.get(id) ?? 0);
    left.set(id, (left.get(id) ?? 0) - taken);
    return paise(taken);
  };
  for (const { receipt, voucherPaise } of rows) take(receipt.id, voucherPaise ?? 0);
  return rows
    .filter(({ voucherPaise, state }) => voucherPaise === null && state !== "failed")
    .map(({ voucherPaise: _, state: __, ...row }) => ({ ...row, amountPaise: take(row.receipt.id, row.amountPaise) }))
    .filter(({ amountPaise }) => amountPaise > 0);
}

/** Lists the vouchers of an order, receipts first, each kind by its position. */
export function listVouchers(db: DatabaseOrTransaction, orderId: number) {
  const listed = (kind: VoucherKind) => {
    const { position, number, amountPaise, issuedAt, orderId: ofOrder } = TABLES[kind];
    return db
      .select({ kind: sql<VoucherKind>`${kind}`.as("kind"), position, number, amountPaise, issuedAt })
      .from(TABLES[kind])
      .where(eq(ofOrder, orderId));
  };
  return listed("receipt").unionAll(listed("refund")).orderBy(sql`kind, position`);
}

/** Reads the vouchers of an order as they were issued. */
export async function readVouchers(db: DatabaseOrTransaction, orderId: number): Promise<Voucher[]> {
  return Promise.all((await listVouchers(db, orderId)).map((row) => voucherAt(db, orderId, row.kind, row)));
}

/**
 * Reads a voucher of an order as it was issued.
 * @param position by default the latest
 * @throws ApiError (409) before there is one; (404) for a position without one
 */
async function readVoucher(
  db: DatabaseOrTransaction,
  order: OrderRow,
  kind: VoucherKind,
  position?: number,
): Promise<Voucher> {
  const issued = (await listVouchers(db, order.id)).filter((one) => one.kind === kind);
  const found = position === undefined ? issued.at(-1) : issued.find((one) => one.position === position);
  if (found) return voucherAt(db, order.id, kind, found);
  if (position !== undefined) throw new ApiError("not_found");
  throw new ApiError(
    "wrong_order_state",
    kind === "receipt"
      ? "A receipt voucher is issued when a part of the order is paid in advance."
      : "A refund voucher is issued when an advance is refunded before the order is shipped.",
  );
}

/** Draws a voucher of an order as PDF. @throws ApiError as `readVoucher` */
export async function drawVoucher(
  { db, media }: PaperDeps,
  order: OrderRow,
  kind: VoucherKind,
  position?: number,
): Promise<InvoiceFile> {
  const voucher = await readVoucher(db, order, kind, position);
  return drawNamed(`${kind}-voucher-${voucher.number}`, { voucher: await withMark(media, voucher) });
}

async function voucherAt(
  db: DatabaseOrTransaction,
  orderId: number,
  kind: VoucherKind,
  { position, number, issuedAt: date }: { position: number; number: string; issuedAt: Date },
): Promise<Voucher> {
  const stored = await readIssued<VoucherContent>(db, { orderId, kind: `${kind}_voucher`, position });
  if (!stored) throw new Error(`voucher ${number} has no content`);
  return { ...stored.content, number, date };
}
