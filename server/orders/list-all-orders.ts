import { count, desc, eq } from "drizzle-orm";
import type { OrderState } from "../../contract/orders/schemas.ts";
import type { Database } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import type { OrderRow } from "./order-row.ts";

/** The orders of all customers, newest first, for the shop's staff. @returns the first `most` of them, and how many there are */
export async function listAllOrders(
  db: Database,
  { state, max }: { state?: OrderState; max: number },
): Promise<{ orders: OrderRow[]; total: number }> {
  const which = state && eq(customerOrder.state, state);
  const orders = await db
    .select()
    .from(customerOrder)
    .where(which)
    .orderBy(desc(customerOrder.createdAt), desc(customerOrder.id))
    .limit(max);
  const [counted] = await db.select({ total: count() }).from(customerOrder).where(which);
  return { orders, total: counted?.total ?? 0 };
}
