/** Orders as the back office lists and shows them. */

import { and, eq, inArray, sum } from "drizzle-orm";
import { DOCUMENTS_WITH_PHONE, maySee } from "../../../../contract/admin/contact-details.ts";
import { isStep } from "../../../../contract/admin/order-actions.ts";
import {
  type AdminOrder,
  type AdminOrderList,
  type AdminOrderQuery,
  ORDER_DOCUMENTS,
  ORDER_MAILS,
  type PrintedDocument,
} from "../../../../contract/admin/orders.ts";
import type { Permission } from "../../../../contract/admin/permissions.ts";
import { endOfDayInIndia, startOfDayInIndia } from "../../../../contract/dates.ts";
import { badgeOf } from "../../../../contract/orders/badges.ts";
import { maskEmails, maskPhone } from "../../../base/mask-contact.ts";
import { paise, toRupees } from "../../../base/money.ts";
import type { ShopSettings } from "../../../platform/config/config.ts";
import type { Database } from "../../../platform/database/database.ts";
import { customer, orderItem } from "../../../platform/database/schema.ts";
import { readAvailableUnits } from "../../../selling/stock/available-units.ts";
import { barsRefund, readDisputesOf } from "../../payment-records/disputes.ts";
import { readPaymentAttempts } from "../../payment-records/payments.ts";
import { hasChallan } from "../challans/issue-challan.ts";
import { canChangeReceiver } from "../eligibility.ts";
import { needsEwayBill } from "../eway-bill.ts";
import { findAnyOrder } from "../find-order.ts";
import { isSale } from "../lifecycle.ts";
import { canResend } from "../mails/resend-mail.ts";
import type { OrderRow } from "../order-row.ts";
import { readDueForEdits } from "../pending-edit.ts";
import { readStaleLabel } from "../printed-label.ts";
import { type OrderPageRules, readOrder } from "../read-orders.ts";
import { readDecisionReasons } from "../read-returns.ts";
import { receiverOf } from "../receiver.ts";
import { readReported } from "../units-left.ts";
import { listVouchers } from "../vouchers/issue-vouchers.ts";
import { readActionNouns } from "./action-nouns.ts";
import { hasFacts } from "./filter-by-facts.ts";
import { conditionOf } from "./find-by-search.ts";
import { isChangedSince, listAllOrders, type OrderFilter } from "./list-all-orders.ts";
import { type OrderFacts, possibleActions } from "./order-actions.ts";
import { readOrderFacts } from "./order-facts.ts";
import { readHistory } from "./order-history.ts";
import { readNotes } from "./order-notes.ts";
import { TAB_STATES } from "./order-tabs.ts";

const PAGE_SIZE = 50;

type Permissions = ReadonlySet<Permission>;

/** @throws ApiError (400) for a search that is too short or not the role's, (404) for an unknown `after` */
export async function listForStaff(
  db: Database,
  { sort, after, ...filter }: AdminOrderQuery,
  permissions: Permissions,
): Promise<AdminOrderList> {
  const { orders, hasMore } = await listAllOrders(
    db,
    {
      ...(await toOrderFilter(db, filter, permissions)),
      oldestFirst: sort === "oldest",
      after: after === undefined ? undefined : await findAnyOrder(db, after),
    },
    PAGE_SIZE,
  );
  const units = await countUnits(
    db,
    orders.map(({ id }) => id),
  );
  const dueForEdits = await readDueForEdits(
    db,
    orders.map(({ id }) => id),
  );
  return {
    orders: orders.map((order) => ({
      number: order.number,
      state: order.state,
      badge: badgeOf(order),
      orderedAt: order.createdAt.toISOString(),
      customer: order.customerName,
      city: order.shippingAddress.city,
      lacksPhone: canChangeReceiver(order) && receiverOf(order).mobile === "",
      units: units.get(order.id) ?? 0,
      total: toRupees(order.totalPaise),
      paymentMethod: order.paymentMethod,
      deliverBy: order.deliverBy,
      isTest: order.isTest,
      dueForEdit: toRupees(dueForEdits.get(order.id) ?? paise(0)),
    })),
    hasMore,
  };
}

/**
 * Reads the orders before and after an order in the list of a query, even if the order itself has left the list.
 * @throws ApiError (400) for a search that is too short or not the role's, (404) for an unknown number
 */
export async function readNeighbours(
  db: Database,
  number: string,
  { sort, after: _, ...query }: AdminOrderQuery,
  permissions: Permissions,
): Promise<{ previous: string | null; next: string | null }> {
  const filter = await toOrderFilter(db, query, permissions);
  const after = await findAnyOrder(db, number);
  const first = async (oldestFirst: boolean) => {
    const { orders } = await listAllOrders(db, { ...filter, oldestFirst, after }, 1);
    return orders[0]?.number ?? null;
  };
  return { previous: await first(sort !== "oldest"), next: await first(sort === "oldest") };
}

/** @throws ApiError (400) for a search that is too short or not the role's, and for an unknown state */
export async function toOrderFilter(
  db: Database,
  { tab, q, state, payment, from, to, changedSince, ...facts }: Omit<AdminOrderQuery, "sort" | "after">,
  permissions: Permissions,
): Promise<OrderFilter> {
  return {
    states: state ? [state] : (TAB_STATES[tab] ?? undefined),
    paymentMethod: payment,
    from: from === undefined ? undefined : startOfDayInIndia(from),
    until: to === undefined ? undefined : endOfDayInIndia(to),
    matching: and(
      await hasFacts(db, facts),
      changedSince === undefined ? undefined : isChangedSince(new Date(changedSince)),
      q === undefined ? undefined : await conditionOf(db, q, permissions),
    ),
  };
}

/** @param permissions of the reader: without those for it, email and phone numbers are masked */
export async function readForStaff(
  db: Database,
  order: OrderRow,
  rules: OrderPageRules & Pick<ShopSettings, "EWAY_BILL_RUPEES">,
  permissions: Permissions,
): Promise<AdminOrder> {
  const payments = await readPaymentAttempts(db, order.id);
  const [buyer] = await db
    .select({ publicId: customer.publicId })
    .from(customer)
    .where(eq(customer.id, order.customerId));
  const disputes = await readDisputesOf(db, order.id);
  const skus = await db
    .select({ position: orderItem.position, sku: orderItem.sku })
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id));
  const detail = await readOrder(db, order, rules);
  const facts = await readOrderFacts(db, order);
  const possible = possibleActions(facts);
  const decisionReasons = detail.returns.length > 0 ? await readDecisionReasons(db, order.id) : [];
  const available = await readAvailableUnits(
    db,
    detail.returns.flatMap(({ requestedExchange }) => requestedExchange.map(({ sku }) => sku)),
  );
  const reported = await readReported(db, order.id, facts.parcels);
  const seesPhone = maySee("phone", permissions);
  const phone = seesPhone ? (number: string) => number : maskPhone;
  const { gift, customer: person } = detail;
  return {
    ...detail,
    isTest: order.isTest,
    agent: order.agentOrigin,
    items: detail.items.map((item) => ({
      ...item,
      sku: skus.find(({ position }) => position === item.position)?.sku ?? "",
    })),
    customer: maySee("email", permissions) ? person : { ...person, email: maskEmails(person.email) },
    gift: gift?.receiver
      ? { ...gift, receiver: { ...gift.receiver, mobile_no: phone(gift.receiver.mobile_no) } }
      : gift,
    nouns: await readActionNouns(db, order.id),
    reported,
    returns: detail.returns.map((one, at) => ({
      ...one,
      requestedExchange: one.requestedExchange.map((size) => ({ ...size, available: available.get(size.sku) ?? 0 })),
      decisionReason: decisionReasons[at] ?? null,
    })),
    customerId: buyer?.publicId ?? "",
    version: order.version,
    ewayBillAbove: needsEwayBill(order, rules) ? rules.EWAY_BILL_RUPEES : null,
    documents: (await documentsOf(db, order, facts)).filter(
      (name) => seesPhone || !DOCUMENTS_WITH_PHONE.includes(name),
    ),
    mails: ORDER_MAILS.filter((mail) => canResend(order, mail, facts)),
    staleLabel: facts.booking ? null : await readStaleLabel(db, order),
    canChangeAddress: canChangeReceiver(order),
    notes: await readNotes(db, order.id),
    mobile: phone(order.mobile),
    canChangePhone: canChangeReceiver(order),
    shippingLeft: toRupees(facts.shippingLeftPaise),
    steps: possible.filter(isStep),
    actions: possible.filter((action) => !isStep(action)),
    payments: payments.map(({ amountPaise, createdAt, ...payment }) => ({
      ...payment,
      amount: toRupees(amountPaise),
      at: createdAt.toISOString(),
    })),
    disputes: disputes.map((one) => ({
      _id: String(one.id),
      state: one.state,
      amount: toRupees(one.amountPaise),
      respondBy: one.respondBy?.toISOString() ?? null,
      submittedAt: one.submittedAt?.toISOString() ?? null,
      barsRefund: barsRefund(one),
    })),
    history: await readHistory(db, order, payments, detail),
  };
}

async function documentsOf(
  db: Database,
  order: OrderRow,
  { booking }: Pick<OrderFacts, "booking">,
): Promise<PrintedDocument[]> {
  const withChallan = await hasChallan(db, order.id);
  const vouchers = await listVouchers(db, order.id);
  return ORDER_DOCUMENTS.filter((document) => {
    if (document === "challan") return withChallan;
    if (document === "voucher") return vouchers.length > 0;
    // The courier's own label is on the parcel; two would send it astray.
    if (document === "label" && booking) return false;
    return document.startsWith("invoice") ? order.invoiceNumber !== null : isSale(order.state);
  });
}

async function countUnits(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ orderId: orderItem.orderId, units: sum(orderItem.quantity) })
    .from(orderItem)
    .where(inArray(orderItem.orderId, [...ids]))
    .groupBy(orderItem.orderId);
  return new Map(rows.map(({ orderId, units }) => [orderId, Number(units)]));
}
