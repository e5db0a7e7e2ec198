/**
 * Test orders: placed while a live shop took test payments. They are handled like any other, and count in no sum, report, tax return or file. What
 * adds orders up names `isReal` or `isOfRealOrder`; server/platform/database/counted-orders.test.ts finds what does not
 * (docs/decisions/2026-11-30-test-orders.md).
 */

import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { customerOrder } from "../../platform/database/schema.ts";

/** Conditions on `customer_order`, in a query that gives it no other name. */
export const isTest: SQL = sql`${customerOrder.isTest}`;
export const isReal: SQL = sql`not ${customerOrder.isTest}`;

/**
 * A condition on what belongs to an order, such as a refund; true without an order.
 * @param orderId its order's id: a column, or an expression such as sql`refund.order_id`
 */
export const isOfRealOrder = (orderId: AnyColumn | SQL): SQL =>
  sql`not exists (select from customer_order as tested where tested.is_test and tested.id = ${orderId})`;

export const countTestOrders = (db: Database): Promise<number> => db.$count(customerOrder, isTest);
