import { eq, inArray } from "drizzle-orm";
import { HOUR_MS, isoDayInIndia } from "../contract/dates.ts";
import type { OrderState } from "../contract/orders/schemas.ts";
import { changeState } from "../server/orders/orders/change-state.ts";
import { listRemaining } from "../server/orders/orders/invoice/credit-notes.ts";
import { issueCreditNote } from "../server/orders/orders/invoice/issue-credit-note.ts";
import { issueInvoice } from "../server/orders/orders/invoice/issue-invoice.ts";
import { sellerOf } from "../server/orders/orders/invoice/seller.ts";
import { taxOrder } from "../server/orders/orders/invoice/tax-items.ts";
import type { OrderRow } from "../server/orders/orders/order-row.ts";
import { readShopSettings } from "../server/platform/config/config.ts";
import type { DatabaseOrTransaction } from "../server/platform/database/database.ts";
import * as table from "../server/platform/database/schema.ts";
import { isWithinState } from "../server/selling/pricing/place-of-supply.ts";
import { price } from "../server/selling/pricing/price.ts";
import { DEMO_CUSTOMER } from "./customer.ts";
import { type DemoOrder, demoOrders } from "./orders.ts";
import { bankReferenceOf, insertPaymentBooks, type PaidOrder } from "./payment-books.ts";

const PAY_MS = 15 * 60_000;
/** From an order to the promised day of its delivery. */
const PROMISE_MS = 6 * 24 * HOUR_MS;

/**
 * Inserts the demo customer's orders with everything that belongs to them: items at current prices, timeline, payment, invoice and credit
 * note number, parcel, refund, and the sandbox provider's records. Does not change stock.
 * @param now the time from which their age is counted
 */
export async function insertDemoOrders(trx: DatabaseOrTransaction, customerId: number, now: Date): Promise<void> {
  for (const [at, demo] of demoOrders.entries()) {
    const timestamps = new Map(
      demo.history.map(([state, hours]) => [state, new Date(now.getTime() - hours * HOUR_MS)] as const),
    );
    const ids = providerIds(at + 1);
    const placed = await insertPending(trx, demo, {
      customerId,
      at: timestampOf(timestamps, "pending"),
    });
    const paid: PaidOrder = {
      ids,
      receipt: demo.number,
      amountPaise: placed.totalPaise,
      paidWith: demo.paidWith,
      paidAt: timestampOf(timestamps, "paid"),
      refundedAt: demo.refunded === undefined ? null : new Date(now.getTime() - demo.refunded * HOUR_MS),
    };
    await insertPayment(trx, placed, paid, timestamps);
    await applyHistory(trx, placed, demo, timestamps);
    await insertPaymentBooks(trx, paid);
  }
}

/** Ids in the provider's format: a prefix and fourteen letters and digits. */
function providerIds(place: number): PaidOrder["ids"] {
  const digits = String(place).padStart(7, "0");
  return { order: `order_DemoOrd${digits}`, payment: `pay_DemoPay${digits}`, refund: `rfnd_DemoRfd${digits}` };
}

type Timestamps = ReadonlyMap<OrderState, Date>;

function timestampOf(timestamps: Timestamps, state: OrderState): Date {
  const timestamp = timestamps.get(state);
  if (!timestamp) throw new Error(`a demo order was never ${state}`);
  return timestamp;
}

async function insertPending(
  trx: DatabaseOrTransaction,
  { number, items, shippedTo }: DemoOrder,
  { customerId, at }: { customerId: number; at: Date },
): Promise<OrderRow> {
  const products = await trx
    .select()
    .from(table.product)
    .innerJoin(table.variant, eq(table.variant.id, table.product.firstVariantId))
    .innerJoin(table.gstRate, eq(table.gstRate.variantId, table.variant.id))
    .where(inArray(table.product.slug, Object.keys(items)));
  if (products.length !== Object.keys(items).length) throw new Error(`order ${number} has a product that is not there`);
  const seller = sellerOf(readShopSettings({}));
  const withinState = isWithinState(seller.state, shippedTo.state);
  const { lines, ...totals } = price(
    products.map(({ product, variant, gst_rate: { percent } }, position) => ({
      position,
      productId: product.id,
      variantId: variant.id,
      sku: variant.sku,
      title: product.title,
      label: variant.label,
      image: product.images[0] ?? null,
      hsn: variant.hsn,
      quantity: items[product.slug] ?? 1,
      pricePaise: variant.pricePaise,
      originalPricePaise: variant.originalPricePaise,
      gstPercent: percent,
    })),
    { withinState },
  );
  const [placed] = await trx
    .insert(table.customerOrder)
    .values({
      ...totals,
      number,
      customerId,
      customerName: DEMO_CUSTOMER.name,
      email: DEMO_CUSTOMER.email,
      mobile: DEMO_CUSTOMER.mobile,
      shippingAddress: shippedTo,
      billingAddress: shippedTo,
      seller,
      // The demo's origin is not known yet; links are relative to the mailbox's.
      shopOrigin: "",
      createdAt: at,
      deliverBy: isoDayInIndia(new Date(at.getTime() + PROMISE_MS)),
      payUntil: new Date(at.getTime() + PAY_MS),
    })
    .returning();
  if (!placed) throw new Error("a demo order was not inserted");
  const grams = products.map(({ variant }) => variant.weightGrams ?? 0);
  await trx.insert(table.orderTerms).values({ orderId: placed.id, terms: { offers: [], shipping: [], grams } });
  await trx.insert(table.orderItem).values(lines.map((line) => ({ ...line, orderId: placed.id })));
  await trx.insert(table.orderEvent).values({ orderId: placed.id, state: "pending", cause: "customer", at });
  return placed;
}

async function insertPayment(
  trx: DatabaseOrTransaction,
  { id: orderId }: OrderRow,
  { ids, amountPaise, paidWith, paidAt, refundedAt }: PaidOrder,
  timestamps: Timestamps,
): Promise<void> {
  const provider = "razorpay";
  await trx.insert(table.paymentSession).values({ orderId, provider, providerOrderId: ids.order });
  const [payment] = await trx
    .insert(table.payment)
    .values({
      orderId,
      provider,
      providerPaymentId: ids.payment,
      state: refundedAt ? "refunded" : "captured",
      amountPaise,
      currency: "INR",
      method: paidWith.method,
      detail: paidWith.method === "card" ? `${paidWith.network} ending ${paidWith.last4}` : paidWith.vpa,
      createdAt: paidAt,
      updatedAt: refundedAt ?? paidAt,
    })
    .returning();
  if (!payment) throw new Error("a demo payment was not inserted");
  if (!refundedAt) return;
  await trx.insert(table.refund).values({
    orderId,
    paymentId: payment.id,
    amountPaise,
    reason: timestamps.has("returned") ? "returned" : "cancelled",
    state: "processed",
    providerRefundId: ids.refund,
    bankReference: bankReferenceOf(ids.refund),
    createdAt: timestampOf(timestamps, timestamps.has("returned") ? "returned" : "cancelled"),
    processedAt: refundedAt,
  });
}

const CAUSES: Readonly<Partial<Record<OrderState, table.OrderCause>>> = {
  paid: "payment",
  cancelled: "customer",
  return_requested: "customer",
};

/** Applies the order's history by the shop's own state transitions. */
async function applyHistory(
  trx: DatabaseOrTransaction,
  placed: OrderRow,
  demo: DemoOrder,
  timestamps: Timestamps,
): Promise<void> {
  const { parcel } = demo;
  if (parcel)
    await trx.insert(table.shipment).values({
      ...parcel,
      orderId: placed.id,
      shippedAt: timestampOf(timestamps, "shipped"),
      deliveredAt: timestamps.get("delivered") ?? null,
    });
  let order = placed;
  for (const [state, at] of timestamps) {
    if (state === "pending") continue;
    const change = { cause: CAUSES[state] ?? "staff", note: noteOf(state, demo), at };
    order = await changeState(trx, order, state, change, fieldsOf(state, at));
    if (state === "return_requested") await insertReturn(trx, order.id, demo, timestamps);
    if (state === "paid") await issueInvoice(trx, order, await taxOrder(trx, order, at));
    if (state === "cancelled" || state === "returned") await issueWholeCreditNote(trx, order.id, state, at);
  }
}

/** Inserts the return of the whole order, up to its state. */
async function insertReturn(
  trx: DatabaseOrTransaction,
  orderId: number,
  { notes }: DemoOrder,
  timestamps: Timestamps,
): Promise<void> {
  const decidedAt = timestamps.get("returned") ?? null;
  const [inserted] = await trx
    .insert(table.orderReturn)
    .values({
      orderId,
      state: decidedAt ? "accepted" : "requested",
      reason: notes?.return_requested?.replace(/^Your reason: /, "") ?? "",
      requestedAt: timestampOf(timestamps, "return_requested"),
      decidedAt,
    })
    .returning({ id: table.orderReturn.id });
  if (!inserted) throw new Error("a demo return was not inserted");
  const items = await trx.select().from(table.orderItem).where(eq(table.orderItem.orderId, orderId));
  await trx.insert(table.orderReturnLine).values(
    items.map(({ position, quantity }) => ({
      returnId: inserted.id,
      orderId,
      position,
      quantity,
      receivedQuantity: decidedAt ? quantity : null,
    })),
  );
}

async function issueWholeCreditNote(
  trx: DatabaseOrTransaction,
  orderId: number,
  reason: "cancelled" | "returned",
  at: Date,
): Promise<void> {
  const [refunded] = await trx
    .select({ id: table.refund.id })
    .from(table.refund)
    .where(eq(table.refund.orderId, orderId));
  const credit = { orderId, position: 1, ...(await listRemaining(trx, orderId)) };
  await issueCreditNote(trx, credit, { reason, refundId: refunded?.id ?? null, at });
}

function noteOf(state: OrderState, { parcel, notes }: DemoOrder): string {
  return notes?.[state] ?? (state === "shipped" && parcel ? `${parcel.courier}, AWB ${parcel.awb}.` : "");
}

/** Returns other columns that change with the state. */
function fieldsOf(state: OrderState, at: Date): Partial<OrderRow> {
  switch (state) {
    case "paid":
      return { paidAt: at };
    case "delivered":
      return { deliveredAt: at };
    case "cancelled":
      return { holdsStock: false };
    default:
      return {};
  }
}
