/** The cash that couriers are to collect from one person, which the law limits. */

import { and, asc, eq, gte, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { isIndianMobile } from "../../../contract/written-numbers.ts";
import { type Paise, paise, toPaise } from "../../base/money.ts";
import { FORBIDDEN_CASH_RUPEES } from "../../platform/config/cash-on-delivery.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, customerOrder } from "../../platform/database/schema.ts";
import { cashOf, cashPaise, isCollected } from "./balance.ts";
import { OPEN_STATES } from "./lifecycle.ts";
import type { OrderRow } from "./order-row.ts";

/** Who is to pay: an account, and the number given for its order; empty if none is known yet. */
interface Payer {
  customerId: number;
  mobile: string;
}

/**
 * Sums the cash of a person's confirmed orders that are not delivered yet, and of those delivered today. A person is known by the account and
 * by mobile numbers: of the order, of the account, and of the account's orders that count. Orders with these numbers, or of accounts that
 * have them, count as well.
 * @param except an order to ignore
 */
export async function readCashToCollect(
  db: DatabaseOrTransaction,
  { customerId, mobile }: Payer,
  now: Date,
  except?: number,
): Promise<Paise> {
  const startOfDay = sql`date_trunc('day', ${now.toISOString()}::timestamptz, 'Asia/Kolkata')`;
  const counts = and(
    isCollected,
    inArray(customerOrder.state, [...OPEN_STATES, "delivered"]),
    ne(customerOrder.state, "pending"),
    or(isNull(customerOrder.deliveredAt), gte(customerOrder.deliveredAt, startOfDay)),
    except === undefined ? undefined : ne(customerOrder.id, except),
  );
  const known = await db
    .select({ mobile: customer.mobile })
    .from(customer)
    .where(eq(customer.id, customerId))
    .union(
      db
        .select({ mobile: customerOrder.mobile })
        .from(customerOrder)
        .where(and(eq(customerOrder.customerId, customerId), counts)),
    );
  // An earlier release stored any digits, which many accounts may share.
  const mobiles = [...new Set([mobile, ...known.map((one) => one.mobile)])].filter(isIndianMobile);
  // Read by themselves: within the next query, they would keep it from the indexes.
  const accounts =
    mobiles.length === 0
      ? []
      : await db
          .select({ id: customer.id })
          .from(customer)
          .where(and(inArray(customer.mobile, mobiles), ne(customer.mobile, "")));
  const [open] = await db
    .select({ paise: sql<number>`coalesce(sum(${cashPaise}), 0)::bigint`.mapWith(Number) })
    .from(customerOrder)
    .where(
      and(
        or(
          inArray(customerOrder.customerId, [customerId, ...accounts.map(({ id }) => id)]),
          mobiles.length === 0 ? undefined : inArray(customerOrder.mobile, mobiles),
        ),
        counts,
      ),
    );
  return paise(open?.paise ?? 0);
}

/** Whether the law allows to collect this much from one person. @param openPaise what is to be collected for other orders */
export const mayCollect = (cashOfOrder: Paise, openPaise: Paise): boolean =>
  cashOfOrder + openPaise < toPaise(FORBIDDEN_CASH_RUPEES);

/** The same for a locked order that is about to be confirmed, by its customer or by its advance. */
export async function mayCollectFor(trx: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<boolean> {
  await lockOrdersWith(trx, order.mobile);
  return mayCollect(cashOf(order), await readCashToCollect(trx, order, now, order.id));
}

/** Orders of several accounts with the same number are confirmed one after the other: each locks the first of them. */
async function lockOrdersWith(trx: DatabaseOrTransaction, mobile: string): Promise<void> {
  if (mobile === "") return;
  await trx
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(eq(customerOrder.mobile, mobile))
    .orderBy(asc(customerOrder.id))
    .limit(1)
    .for("no key update");
}
