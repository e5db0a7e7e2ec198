import { asc, eq, inArray, sum } from "drizzle-orm";
import {
  type AdminOrder,
  type AdminOrderList,
  type AdminOrderQuery,
  FULFILMENT_STEPS,
} from "../../contract/admin/orders.ts";
import { endOfDayInIndia, startOfDayInIndia } from "../../contract/dates.ts";
import { badgeOf } from "../../contract/orders/schemas.ts";
import { readAuditOf } from "../audit/list-audit.ts";
import type { Database } from "../database/database.ts";
import { type OrderCause, orderEvent, orderItem } from "../database/schema.ts";
import { toRupees } from "../money.ts";
import { readPaymentAttempts } from "../payment-records/payments.ts";
import { conditionOf } from "./find-by-search.ts";
import { findAnyOrder } from "./find-order.ts";
import { listAllOrders } from "./list-all-orders.ts";
import { actionsFrom } from "./order-actions.ts";
import type { OrderRow } from "./order-row.ts";
import { TAB_STATES } from "./order-tabs.ts";
import { readOrder } from "./read-orders.ts";

/** Orders as the back office lists and shows them. */

const PAGE_SIZE = 50;

/** @throws ApiError (400) for a search that is too short, (404) for an unknown `after` */
export async function listForStaff(
  db: Database,
  { tab, q, state, payment, from, to, sort, after }: AdminOrderQuery,
): Promise<AdminOrderList> {
  const { orders, hasMore } = await listAllOrders(
    db,
    {
      states: state ? [state] : (TAB_STATES[tab] ?? undefined),
      paymentMethod: payment,
      from: from === undefined ? undefined : startOfDayInIndia(from),
      until: to === undefined ? undefined : endOfDayInIndia(to),
      matching: q === undefined ? undefined : await conditionOf(db, q),
      oldestFirst: sort === "oldest",
      after: after === undefined ? undefined : await findAnyOrder(db, after),
    },
    PAGE_SIZE,
  );
  const units = await countUnits(
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
      units: units.get(order.id) ?? 0,
      total: toRupees(order.totalPaise),
      paymentMethod: order.paymentMethod,
      deliverBy: order.deliverBy,
    })),
    hasMore,
  };
}

const BY: Readonly<Record<OrderCause, string>> = {
  customer: "Customer",
  payment: "Payment",
  staff: "Staff",
  expiry: "Expiry",
};

/** @param returnDays days after delivery within which a return can be requested */
export async function readForStaff(db: Database, order: OrderRow, returnDays: number): Promise<AdminOrder> {
  const possible: readonly string[] = actionsFrom(order.state);
  const events = await db.select().from(orderEvent).where(eq(orderEvent.orderId, order.id)).orderBy(asc(orderEvent.id));
  const actions = await readAuditOf(db, { type: "order", id: order.number });
  // An action and the event that it causes have one time.
  const authors = new Map(actions.map(({ at, actor }) => [at.getTime(), actor]));
  const payments = await readPaymentAttempts(db, order.id);
  return {
    ...(await readOrder(db, order, returnDays)),
    version: order.version,
    mobile: order.mobile,
    steps: FULFILMENT_STEPS.filter((step) => possible.includes(step)),
    payments: payments.map(({ amountPaise, createdAt, ...payment }) => ({
      ...payment,
      amount: toRupees(amountPaise),
      at: createdAt.toISOString(),
    })),
    history: events
      .map(({ at, state, cause, note }) => ({
        at: at.toISOString(),
        state,
        by: (cause === "staff" && authors.get(at.getTime())) || BY[cause],
        note,
      }))
      .reverse(),
  };
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
