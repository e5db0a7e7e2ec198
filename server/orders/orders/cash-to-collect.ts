/** The cash that couriers are to collect from one person, which the law limits. */

import { and, eq, gte, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { isIndianMobile } from "../../../contract/written-numbers.ts";
import { type Paise, paise, toPaise } from "../../base/money.ts";
import { FORBIDDEN_CASH_RUPEES } from "../../platform/config/cash-on-delivery.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, customerOrder } from "../../platform/database/schema.ts";
import { lockCashOf } from "../../platform/database/single-node.ts";
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
 */
export async function readCashToCollect(db: DatabaseOrTransaction, payer: Payer, now: Date): Promise<Paise> {
  const counts = countsAt(now);
  return sumCash(db, payer, await readMobiles(db, payer, counts), counts);
}

/** Which orders count. @param except an order to ignore */
function countsAt(now: Date, except?: number): SQL | undefined {
  const startOfDay = sql`date_trunc('day', ${now.toISOString()}::timestamptz, 'Asia/Kolkata')`;
  return and(
    isCollected,
    inArray(customerOrder.state, [...OPEN_STATES, "delivered"]),
    ne(customerOrder.state, "pending"),
    or(isNull(customerOrder.deliveredAt), gte(customerOrder.deliveredAt, startOfDay)),
    except === undefined ? undefined : ne(customerOrder.id, except),
  );
}

/** Reads the numbers by which a person is known, in their order. */
async function readMobiles(
  db: DatabaseOrTransaction,
  { customerId, mobile }: Payer,
  counts: SQL | undefined,
): Promise<string[]> {
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
  return [...new Set([mobile, ...known.map((one) => one.mobile)])].filter(isIndianMobile).sort();
}

async function sumCash(
  db: DatabaseOrTransaction,
  { customerId }: Payer,
  mobiles: readonly string[],
  counts: SQL | undefined,
): Promise<Paise> {
  // Read by themselves: within the next query, they would keep it from the indexes.
  const accounts =
    mobiles.length === 0
      ? []
      : await db
          .select({ id: customer.id })
          .from(customer)
          .where(and(inArray(customer.mobile, [...mobiles]), ne(customer.mobile, "")));
  const [open] = await db
    .select({ paise: sql<number>`coalesce(sum(${cashPaise}), 0)::bigint`.mapWith(Number) })
    .from(customerOrder)
    .where(
      and(
        or(
          inArray(customerOrder.customerId, [customerId, ...accounts.map(({ id }) => id)]),
          mobiles.length === 0 ? undefined : inArray(customerOrder.mobile, [...mobiles]),
        ),
        counts,
      ),
    );
  return paise(open?.paise ?? 0);
}

/** Whether the law allows to collect this much from one person. @param openPaise what is to be collected for other orders */
export const mayCollect = (cashOfOrder: Paise, openPaise: Paise): boolean =>
  cashOfOrder + openPaise < toPaise(FORBIDDEN_CASH_RUPEES);

/**
 * The same for an order that is about to be confirmed, by its customer or by its advance; customer and order are locked. Orders that share one
 * of their people's numbers are confirmed one after the other.
 */
export async function mayCollectFor(trx: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<boolean> {
  const counts = countsAt(now, order.id);
  const mobiles = await readMobiles(trx, order, counts);
  for (const mobile of mobiles) await trx.execute(lockCashOf(mobile));
  return mayCollect(cashOf(order), await sumCash(trx, order, mobiles, counts));
}
