import { and, asc, gt, inArray } from "drizzle-orm";
import type { OrderReturn } from "../../../contract/orders/returns.ts";
import type { OrderItem } from "../../../contract/orders/schemas.ts";
import { paise, toRupees } from "../../base/money.ts";
import { readPurchaseEvents } from "../../orders/measurement/consents.ts";
import { readOrderItems } from "../../orders/orders/order-items.ts";
import { readReturns } from "../../orders/orders/read-returns.ts";
import type { Database } from "../../platform/database/database.ts";
import { customerOrder, orderNote, orderReturn, payment, refund, shipment } from "../../platform/database/schema.ts";

/** Orders per query. */
const BATCH = 200;

/** Reads the orders of customers for a copy of their data, with payments, parcels, returns and refunds. */
export async function readOrdersOf(db: Database, customerIds: readonly number[]): Promise<object[]> {
  const orders: object[] = [];
  for (let after = 0; ; ) {
    const rows = await db
      .select()
      .from(customerOrder)
      .where(and(inArray(customerOrder.customerId, [...customerIds]), gt(customerOrder.id, after)))
      .orderBy(asc(customerOrder.id))
      .limit(BATCH);
    const ids = rows.map(({ id }) => id);
    const [items, notes, payments, parcels, refunds, returned, measured] = await Promise.all([
      readOrderItems(db, ids),
      db.select().from(orderNote).where(inArray(orderNote.orderId, ids)).orderBy(asc(orderNote.id)),
      db.select().from(payment).where(inArray(payment.orderId, ids)).orderBy(asc(payment.id)),
      db.select().from(shipment).where(inArray(shipment.orderId, ids)).orderBy(asc(shipment.id)),
      db.select().from(refund).where(inArray(refund.orderId, ids)).orderBy(asc(refund.id)),
      db.selectDistinct({ orderId: orderReturn.orderId }).from(orderReturn).where(inArray(orderReturn.orderId, ids)),
      readPurchaseEvents(db, ids),
    ]);
    const ordersWithReturns = new Set(returned.map(({ orderId }) => orderId));
    for (const order of rows) {
      const bought = items.get(order.id) ?? [];
      orders.push({
        number: order.number,
        state: order.state,
        placed_at: order.createdAt,
        name: order.customerName,
        email: order.email,
        mobile: order.mobile,
        shipping_address: order.shippingAddress,
        billing_address: order.billingAddress,
        gift: order.gift && {
          message: order.gift.message,
          receiver: order.gift.receiver,
          wrapped: order.gift.wrapPaise !== null,
        },
        items: bought.map(({ product: { title, size }, quantity, total }) => ({
          product: title,
          size,
          quantity,
          total,
        })),
        total: toRupees(order.totalPaise),
        paid_by: order.paymentMethod,
        paid_in_advance: toRupees(order.advancePaidAt ? order.advancePaise : paise(0)),
        payments: payments.filter(({ orderId }) => orderId === order.id).map(toOwnPayment),
        invoice: order.invoiceNumber,
        parcels: parcels
          .filter(({ orderId }) => orderId === order.id)
          .map(({ courier, awb, shippedAt, deliveredAt }) => ({
            courier,
            awb,
            shipped_at: shippedAt,
            delivered_at: deliveredAt,
          })),
        refunds: refunds.filter(({ orderId }) => orderId === order.id).map(toOwnRefund),
        returns: ordersWithReturns.has(order.id)
          ? (await readReturns(db, order.id)).map((one) => toOwnReturn(one, bought))
          : [],
        measured_by: measured
          .filter(({ orderId }) => orderId === order.id)
          .map(({ service, consentedAt, wording, sentAt }) => ({
            service,
            consented_at: consentedAt,
            wording,
            told_at: sentAt,
          })),
        notes_of_staff: notes.filter(({ orderId }) => orderId === order.id).map(({ text, at }) => ({ text, at })),
      });
    }
    if (rows.length < BATCH) return orders;
    after = rows.at(-1)?.id ?? after;
  }
}

const toOwnPayment = (row: typeof payment.$inferSelect) => ({
  amount: toRupees(row.amountPaise),
  state: row.state,
  method: row.method,
  detail: row.detail,
  failure: row.failure,
  at: row.createdAt,
  payment_id: row.providerPaymentId,
});

const toOwnRefund = (row: typeof refund.$inferSelect) => ({
  amount: toRupees(row.amountPaise),
  reason: row.reason,
  state: row.state,
  requested_at: row.createdAt,
  processed_at: row.processedAt,
  note: row.note,
  bank_reference: row.bankReference ?? row.manualReference,
  /** Erased once the refund is paid. */
  upi_id: row.upiId,
});

const toOwnReturn = ({ lines, photos, ...one }: OrderReturn, bought: readonly OrderItem[]) => ({
  state: one.state,
  reason: one.reason,
  answer: one.answer,
  requested_at: one.requestedAt,
  decided_at: one.decidedAt,
  items: lines.map(({ position, quantity }) => ({
    product: bought.find((item) => item.position === position)?.product.title ?? "",
    quantity,
  })),
  asked_for_in_exchange: one.requestedExchange.map(({ title, size, quantity }) => ({ product: title, size, quantity })),
  photos: photos.map(({ path }) => path),
});
