/** What the courier collects for an order. */

import { sql } from "drizzle-orm";
import { customerOrder } from "../database/schema.ts";
import { type Paise, paise } from "../money.ts";
import type { OrderRow } from "./order-row.ts";

type Amounts = Pick<OrderRow, "paymentMethod" | "totalPaise" | "advancePaise">;

/** What is paid in cash on delivery: the total less the advance; 0 for an order that is paid online. */
export const cashOf = ({ paymentMethod, totalPaise, advancePaise }: Amounts): Paise =>
  paise(paymentMethod === "cash_on_delivery" ? totalPaise - advancePaise : 0);

/** The same while it is not paid yet. */
export const balanceOf = ({ paidAt, ...order }: Amounts & Pick<OrderRow, "paidAt">): Paise =>
  paidAt ? paise(0) : cashOf(order);

/** The same as `cashOf`, in a query of orders for cash on delivery. */
export const cashPaise = sql<Paise>`(${customerOrder.totalPaise} - ${customerOrder.advancePaise})`.mapWith((amount) =>
  paise(Number(amount)),
);

/** Whether an order waits for its advance, rather than for its confirmation with the mailed code. */
export const awaitsAdvance = ({ state, advancePaise }: Pick<OrderRow, "state" | "advancePaise">): boolean =>
  state === "pending" && advancePaise > 0;
