/** The cash that couriers are to collect from one person, which the law limits. */

import { and, eq, gte, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { type Paise, paise, toPaise } from "../../base/money.ts";
import { FORBIDDEN_CASH_RUPEES } from "../../platform/config/cash-on-delivery.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, customerOrder } from "../../platform/database/schema.ts";
import { cashOf, cashPaise } from "./balance.ts";
import { OPEN_STATES } from "./lifecycle.ts";
import type { OrderRow } from "./order-row.ts";

/**
 * Sums the cash of a person's confirmed orders that are not delivered yet, and of those delivered today. Orders of other accounts with the
 * same mobile number count as well.
 * @param except an order to ignore
 */
export async function readCashToCollect(
  db: DatabaseOrTransaction,
  customerId: number,
  now: Date,
  except?: number,
): Promise<Paise> {
  const mobile = sql`(select ${customer.mobile} from ${customer} where ${customer.id} = ${customerId} and ${customer.mobile} <> '')`;
  const startOfDay = sql`date_trunc('day', ${now.toISOString()}::timestamptz, 'Asia/Kolkata')`;
  const [open] = await db
    .select({ paise: sql<number>`coalesce(sum(${cashPaise}), 0)::bigint`.mapWith(Number) })
    .from(customerOrder)
    .where(
      and(
        or(eq(customerOrder.customerId, customerId), eq(customerOrder.mobile, mobile)),
        eq(customerOrder.paymentMethod, "cash_on_delivery"),
        inArray(customerOrder.state, [...OPEN_STATES, "delivered"]),
        ne(customerOrder.state, "pending"),
        or(isNull(customerOrder.deliveredAt), gte(customerOrder.deliveredAt, startOfDay)),
        except === undefined ? undefined : ne(customerOrder.id, except),
      ),
    );
  return paise(open?.paise ?? 0);
}

/** Whether the law allows to collect this much from one person. @param openPaise what is to be collected for other orders */
export const mayCollect = (cashOfOrder: Paise, openPaise: Paise): boolean =>
  cashOfOrder + openPaise < toPaise(FORBIDDEN_CASH_RUPEES);

/** The same for an order that is about to be confirmed, by its customer or by its advance. */
export async function mayCollectFor(db: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<boolean> {
  return mayCollect(cashOf(order), await readCashToCollect(db, order.customerId, now, order.id));
}
