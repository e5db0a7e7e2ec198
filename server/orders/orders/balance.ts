/** What the courier collects for an order. */

import { sql } from "drizzle-orm";
import { PAYMENT_TERMS, termsOf } from "../../../contract/orders/payment-terms.ts";
import { type Paise, paise } from "../../base/money.ts";
import { customerOrder } from "../../platform/database/schema.ts";
import type { OrderRow } from "./order-row.ts";

type Amounts = Pick<OrderRow, "paymentMethod" | "totalPaise" | "advancePaise" | "exchangedPaise">;

const COLLECTED = Object.entries(PAYMENT_TERMS).flatMap(([method, { courierCollects }]) =>
  courierCollects ? method : [],
);

/** In a query with orders: the courier collects what is not paid in advance. Without parameters, as conditions of partial indexes are. */
export const isCollected = sql<boolean>`customer_order.payment_method in (${sql.raw(COLLECTED.map((method) => `'${method}'`).join(", "))})`;

/** What is paid in cash on delivery: the total less the advance and later exchanges; 0 for an order that is paid online. */
export const cashOf = ({ paymentMethod, totalPaise, advancePaise, exchangedPaise }: Amounts): Paise =>
  paise(termsOf({ paymentMethod }).courierCollects ? totalPaise - advancePaise - exchangedPaise : 0);

/** The same while it is not paid yet. */
export const balanceOf = ({ paidAt, ...order }: Amounts & Pick<OrderRow, "paidAt">): Paise =>
  paidAt ? paise(0) : cashOf(order);

const CASH = sql`${customerOrder.totalPaise} - ${customerOrder.advancePaise} - ${customerOrder.exchangedPaise}`;

/** The same as `cashOf`, in a query of orders for cash on delivery. */
export const cashPaise = sql<Paise>`(${CASH})`.mapWith((amount) => paise(Number(amount)));

/**
 * What its courier collects or has collected, in a query of any orders: nothing of one that is paid online (after all), or whose parcel was
 * refused, came back or was lost.
 */
export const collectablePaise = sql<Paise>`(case
    when not ${isCollected} then 0
    when ${customerOrder.state} = 'cancelled' and ${customerOrder.deliveredAt} is null then 0
    else ${CASH} end)`.mapWith((amount) => paise(Number(amount)));

/** What its courier has to remit: the same once the parcel is delivered. Before, the courier has collected nothing. */
export const remittablePaise = sql<Paise>`(case
    when ${customerOrder.deliveredAt} is null then 0
    else ${collectablePaise} end)`.mapWith((amount) => paise(Number(amount)));
