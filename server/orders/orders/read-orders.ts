import { and, asc, count, desc, eq, inArray, max, ne, or } from "drizzle-orm";
import { badgeOf } from "../../../contract/orders/badges.ts";
import type { OrderGift } from "../../../contract/orders/gift.ts";
import { isConfirmedByCustomer } from "../../../contract/orders/payment-terms.ts";
import type { OrderDetail, OrderItem, OrderList, OrderSummary } from "../../../contract/orders/schemas.ts";
import { totalPagesOf } from "../../../contract/responses.ts";
import { type Paise, paise, sumPaise, toRupees } from "../../base/money.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, orderEvent, orderItem, type OrderGift as StoredGift } from "../../platform/database/schema.ts";
import { codeSentBy } from "../../platform/phone-messages/outbox.ts";
import { totalOf } from "../../selling/pricing/tax.ts";
import { readOrderLots } from "../../selling/stock/order-lots.ts";
import { isDisputed } from "../payment-records/disputes.ts";
import { type PaidPayment, readPaidPayments } from "../payment-records/payments.ts";
import { hasRefund, type OrderRefunds, readRefunds } from "../payment-records/refunds.ts";
import { balanceOf } from "./balance.ts";
import { canCancel, canCancelUnits, canGiveUp, canReportDefect, canReturn, returnUntil } from "./eligibility.ts";
import { readCreditable, readCreditNotes } from "./invoice/credit-notes.ts";
import { listInvoices } from "./invoice/read-invoice.ts";
import { readOrderItems } from "./order-items.ts";
import type { OrderRow } from "./order-row.ts";
import { readPendingEdit } from "./pending-edit.ts";
import { prepaymentOf } from "./prepay.ts";
import { parcelState, readParcels, unsentUnits } from "./read-parcels.ts";
import { owesExchange, readExchangeParcels, readReturns } from "./read-returns.ts";
import { readShownScans } from "./read-scans.ts";
import { listVouchers } from "./vouchers/issue-vouchers.ts";

/** Lists a page of a customer's orders, newest first. Expired orders are omitted unless they have a refund. */
export async function listOrders(
  db: Database,
  customerId: number,
  { page, perPage }: { page: number; perPage: number },
): Promise<Omit<OrderList, "success" | "statusCode">> {
  const shown = and(eq(customerOrder.customerId, customerId), or(ne(customerOrder.state, "expired"), hasRefund(db)));
  const [[counted], orders] = await Promise.all([
    db.select({ orders: count() }).from(customerOrder).where(shown),
    db
      .select()
      .from(customerOrder)
      .where(shown)
      .orderBy(desc(customerOrder.createdAt), desc(customerOrder.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
  ]);
  const ids = orders.map(({ id }) => id);
  const [items, refundsOf, changedAt] = await Promise.all([
    readOrderItems(db, ids),
    readRefunds(db, ids),
    readLastChanges(db, ids),
  ]);
  const totalData = counted?.orders ?? 0;
  return {
    data: orders.map((order) =>
      toSummary(order, items.get(order.id) ?? [], refundsOf(order.id), changedAt.get(order.id)),
    ),
    page,
    perPage,
    totalData,
    totalPages: totalPagesOf(totalData, perPage),
  };
}

/** The owner's settings on which a customer's possible actions depend. */
export type OrderPageRules = Pick<ShopSettings, "RETURN_DAYS" | "CASH_FEE_WAIVED">;

export async function readOrder(
  db: DatabaseOrTransaction,
  order: OrderRow,
  { RETURN_DAYS: returnDays, CASH_FEE_WAIVED: waivesFee }: OrderPageRules,
): Promise<OrderDetail> {
  const { id } = order;
  const items = await readOrderItems(db, [id]);
  const events = await db
    .select({ state: orderEvent.state, at: orderEvent.at, note: orderEvent.note })
    .from(orderEvent)
    .where(eq(orderEvent.orderId, id))
    .orderBy(asc(orderEvent.id));
  const parcels = await readParcels(db, id);
  const scans = await readShownScans(db, parcels);
  const payments = (await readPaidPayments(db, id)).map(({ isExtra, ...payment }, at) => ({
    isExtra,
    shown: toPayment(order, payment, { isFirst: at === 0 }),
  }));
  const refunds = (await readRefunds(db, [id]))(id);
  const tax = await readTax(db, id);
  const creditNotes = await readCreditNotes(db, id);
  const vouchers = await listVouchers(db, id);
  const returns = await readReturns(db, id);
  const exchanged = returns.flatMap(({ exchange }) => exchange.map(({ position }) => position));
  const exchangeParcels = exchanged.length > 0 ? await readExchangeParcels(db, id) : [];
  const remaining = await readCreditable(db, id);
  const summary = toSummary(order, items.get(id) ?? [], refunds, events.at(-1)?.at);
  const until = returnUntil(order, returnDays);
  const prepayment = prepaymentOf(order, { waivesFee });
  const pendingEdit = await readPendingEdit(db, id);
  const isBarred = await isDisputed(db, id);
  const isLeft = remaining.some(({ quantity }) => quantity > 0);
  const isReturnable = isLeft && (exchanged.length === 0 || !(await owesExchange(db, id)));
  const mayReturn = canReturn(order, returnDays, new Date()) && isReturnable;
  return {
    ...summary,
    customer: { name: order.customerName, email: order.email },
    subtotal: toRupees(order.subtotalPaise),
    shipping: toRupees(order.shippingPaise),
    fees: toRupees(order.feesPaise),
    gift: order.gift && toGift(order.gift),
    totalDiscount: toRupees(order.discountPaise),
    rounding: toRupees(order.roundingPaise),
    offers: order.offers.map(({ discountPaise, ...one }) => ({ ...one, discount: toRupees(paise(discountPaise)) })),
    tax: toRupees(tax),
    payment: payments[0]?.shown ?? null,
    paid: payments.filter(({ isExtra }) => !isExtra).map(({ shown }) => shown),
    advance:
      order.advancePaise > 0
        ? { amount: toRupees(order.advancePaise), paidAt: order.advancePaidAt?.toISOString() ?? null }
        : null,
    balance: toRupees(isOver(order.state) ? paise(0) : balanceOf(order)),
    refunds: refunds.refunds,
    refundAccount: refunds.account,
    shipments: parcels.map((parcel) => ({
      awb: parcel.awb,
      courier: parcel.courier,
      isReplacement: parcel.isReplacement,
      isExchange: exchangeParcels.includes(parcel.id),
      state: parcelState(parcel),
      items: parcel.items && [...parcel.items],
      shippedAt: parcel.shippedAt.toISOString(),
      deliveredAt: parcel.deliveredAt?.toISOString() ?? null,
      scans: scans.get(parcel.id) ?? [],
    })),
    unsent: unsentUnits(
      summary.items.filter(({ position }) => !exchanged.includes(position)),
      parcels,
    ),
    timeline: events.map(({ state, at, note }) => ({ state, at: at.toISOString(), note })),
    invoiceNumber: order.invoiceNumber,
    furtherInvoices: await readFurther(db, order),
    creditNoteNumber: creditNotes.at(-1)?.number ?? null,
    creditNotes: creditNotes.map(({ position, number, issuedAt, totalPaise }) => ({
      position,
      number,
      issuedAt: issuedAt.toISOString(),
      amount: toRupees(totalPaise),
    })),
    vouchers: vouchers.map(({ amountPaise, issuedAt, ...voucher }) => ({
      ...voucher,
      issuedAt: issuedAt.toISOString(),
      amount: toRupees(amountPaise),
    })),
    remaining: remaining.map(({ position, quantity, totalPaise }) => ({
      position,
      quantity,
      amount: toRupees(totalPaise),
    })),
    lots: (await readOrderLots(db, id)).map(({ position, quantity, text }) => ({ position, quantity, text })),
    returns,
    canCancel: canCancel(order) && !isBarred,
    canCancelUnits: canCancelUnits(order) && !isBarred,
    canGiveUp: canGiveUp(order, new Date()) && !isBarred,
    givenUpAt: order.givenUpAt?.toISOString() ?? null,
    canReturn: mayReturn,
    canReportDefect: canReportDefect(order, returnDays, new Date()) && isReturnable,
    returnUntil: mayReturn ? (until?.toISOString() ?? null) : null,
    prepay: prepayment && {
      amount: toRupees(prepayment.amountPaise),
      savedFee: toRupees(prepayment.savedPaise),
    },
    pendingEdit: pendingEdit && {
      summary: pendingEdit.summary,
      amount: toRupees(paise(pendingEdit.amountPaise)),
      payUntil: pendingEdit.payUntil.toISOString(),
      isExchange: pendingEdit.acceptance !== null,
    },
    payUntil: order.state === "pending" ? order.payUntil.toISOString() : null,
    codeSent:
      order.state === "pending" && isConfirmedByCustomer(order)
        ? { by: await codeSentBy(db, order.number), mobile: order.mobile }
        : null,
  };
}

function toPayment(
  { paidAt, advancePaise }: OrderRow,
  { reference, method, detail, amountPaise, createdAt }: PaidPayment,
  { isFirst }: { isFirst: boolean },
): NonNullable<OrderDetail["payment"]> {
  // Of several payments each has its own time.
  const at = advancePaise > 0 || !isFirst ? createdAt : (paidAt ?? createdAt);
  return { _id: reference, method, detail, amount: toRupees(amountPaise), paidAt: at.toISOString() };
}

function toSummary(
  order: OrderRow,
  items: OrderItem[],
  { refunded }: OrderRefunds,
  stateSince: Date = order.createdAt,
): OrderSummary {
  return {
    number: order.number,
    state: order.state,
    badge: badgeOf(order),
    orderedAt: order.createdAt.toISOString(),
    stateSince: stateSince.toISOString(),
    deliverBy: order.deliverBy,
    items,
    shippingAddress: order.shippingAddress,
    billingAddress: order.billingAddress,
    shippingMethod: { code: order.shippingMethod, name: order.shippingMethodName },
    paymentMethod: order.paymentMethod,
    totalPrice: toRupees(order.totalPaise),
    refunded,
  };
}

/** Reads when each order last changed its state. */
async function readLastChanges(db: Database, ids: number[]): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const changes = await db
    .select({ id: orderEvent.orderId, at: max(orderEvent.at) })
    .from(orderEvent)
    .where(inArray(orderEvent.orderId, ids))
    .groupBy(orderEvent.orderId);
  return new Map(changes.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])));
}

const toGift = ({ message, wrapPaise, receiver }: StoredGift): OrderGift => ({
  message,
  wrap: wrapPaise === null ? null : toRupees(paise(wrapPaise)),
  receiver: receiver && { name: receiver.name, mobile_no: receiver.mobile },
});

/** Reads the invoices of what was added to an order after its first invoice. */
async function readFurther(db: DatabaseOrTransaction, order: OrderRow): Promise<OrderDetail["furtherInvoices"]> {
  const further = (await listInvoices(db, order)).filter(({ position }) => position > 1);
  if (further.length === 0) return [];
  const items = await db.select().from(orderItem).where(eq(orderItem.orderId, order.id));
  return further.map(({ position, number, issuedAt }) => ({
    position,
    number,
    issuedAt: issuedAt.toISOString(),
    amount: toRupees(sumPaise(items.filter((item) => item.invoicePosition === position).map(totalOf))),
  }));
}

/** Reads the GST in an order. */
async function readTax(db: DatabaseOrTransaction, orderId: number): Promise<Paise> {
  const lines = await db
    .select({ cgst: orderItem.cgstPaise, sgst: orderItem.sgstPaise, igst: orderItem.igstPaise })
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId));
  return sumPaise(lines.flatMap(({ cgst, sgst, igst }) => [cgst, sgst, igst]));
}

/** Whether nothing is delivered any more. */
const isOver = (state: OrderRow["state"]) => state === "cancelled" || state === "expired";
