import { count, desc, eq } from "drizzle-orm";
import type { OrderState } from "../../contract/orders/schemas.ts";
import type { Database } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import type { OrderRow } from "./order-row.ts";

/** Lists the orders of all customers, newest first, for staff. @returns the first `most`, and how many there are */
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
