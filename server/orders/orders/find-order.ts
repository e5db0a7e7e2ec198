/** Finds orders: a customer's own (another customer's counts as missing), or any order for staff. */

import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import { isNumberOf } from "../../../contract/orders/order-number.ts";
import type { TrackBy } from "../../../contract/orders/schemas.ts";
import { plainCode } from "../../../contract/written-numbers.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, shipment } from "../../platform/database/schema.ts";
import { hasNumber } from "./order-number.ts";
import { lockOrder, type OrderRow } from "./order-row.ts";

const own = (customerId: number, which: SQL | undefined) => and(eq(customerOrder.customerId, customerId), which);
const notInThisAccount = () => ApiError.ofField("number", "We couldn’t find this order in your account.", "not_found");

/** @throws ApiError (404) */
export async function findOrder(db: DatabaseOrTransaction, customerId: number, number: string): Promise<OrderRow> {
  const [found] = await db
    .select()
    .from(customerOrder)
    .where(own(customerId, hasNumber(number)));
  if (!found) throw notInThisAccount();
  return found;
}

/** As `findOrder`, and locks the order until the transaction ends. @throws ApiError (404) */
export async function lockOrderOf(trx: DatabaseOrTransaction, customerId: number, number: string): Promise<OrderRow> {
  const found = await lockOrder(trx, eq(customerOrder.customerId, customerId), hasNumber(number));
  if (!found) throw notInThisAccount();
  return found;
}

/**
 * Finds an order by its number or its parcel's AWB, as typed.
 * @throws ApiError (404)
 */
export async function trackOrder(
  db: DatabaseOrTransaction,
  customerId: number,
  { search, by }: { search: string; by: TrackBy },
): Promise<OrderRow> {
  const byNumber = hasNumber(search);
  const byAwb = inArray(
    customerOrder.id,
    db
      .select({ orderId: shipment.orderId })
      .from(shipment)
      .where(eq(shipment.awb, plainCode(search))),
  );
  const which = { order: byNumber, awb: byAwb, any: or(byNumber, byAwb) }[by];
  const [found] = await db.select().from(customerOrder).where(own(customerId, which));
  if (found) return found;
  const what = { order: "Order ID", awb: "AWB", any: "Order ID or AWB" }[by];
  throw ApiError.ofField(
    "search",
    `We couldn’t find an order with this ${what}. Please check the number in our email, or look in My Orders.`,
    "not_found",
  );
}

/**
 * Finds any customer's order by its number, as typed, for staff.
 * @throws ApiError (404)
 */
export async function findAnyOrder(db: DatabaseOrTransaction, typed: string): Promise<OrderRow> {
  const [found] = await db.select().from(customerOrder).where(hasNumber(typed));
  if (!found) throw unknownOrder(typed);
  return found;
}

/** Finds any customers' orders by their numbers, in the given order. @throws ApiError (404) */
export async function findOrders(db: DatabaseOrTransaction, numbers: readonly string[]): Promise<OrderRow[]> {
  const found = await findKnownOrders(db, numbers);
  return numbers.map((number) => {
    const order = found.find((one) => isNumberOf(one.number, number));
    if (!order) throw unknownOrder(number);
    return order;
  });
}

/** Finds those of these orders that there are, in no order. */
export const findKnownOrders = (db: DatabaseOrTransaction, numbers: readonly string[]): Promise<OrderRow[]> =>
  db
    .select()
    .from(customerOrder)
    .where(or(...numbers.map(hasNumber)));

/** Finds any customer's order by its number, and locks it until the transaction ends. @throws ApiError (404) */
export async function lockOrderByNumber(trx: DatabaseOrTransaction, typed: string): Promise<OrderRow> {
  const found = await lockOrder(trx, hasNumber(typed));
  if (!found) throw unknownOrder(typed);
  return found;
}

const unknownOrder = (typed: string) =>
  ApiError.ofField("number", `There is no order with the number ${typed}.`, "not_found");
