import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { OrderState } from "../../contract/orders/schemas.ts";
import type { Database } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import type { OrderRow } from "./order-row.ts";

export interface OrderFilter {
  state?: OrderState | undefined;
  /** Placed at this time or later. */
  from?: Date | undefined;
  /** Placed earlier than this. */
  until?: Date | undefined;
  /** Placed before this order. */
  before?: Pick<OrderRow, "id"> | undefined;
}

/**
 * Lists the orders of all customers, newest first, for staff. Reads as many index entries as it returns, however many orders there are.
 * @returns at most `max`, and whether there are older ones
 */
export async function listAllOrders(
  db: Database,
  { state, from, until, before }: OrderFilter,
  max: number,
): Promise<{ orders: OrderRow[]; hasOlder: boolean }> {
  const { id, createdAt } = customerOrder;
  // Read there, since a Date has no microseconds.
  const timeOf = (orderId: number) => db.select({ createdAt }).from(customerOrder).where(eq(id, orderId));
  const found = await db
    .select()
    .from(customerOrder)
    .where(
      and(
        // Not a parameter, so that the partial indexes by state apply.
        state && sql`${customerOrder.state} = ${sql.raw(`'${state}'`)}`,
        from && gte(createdAt, from),
        until && lt(createdAt, until),
        before && sql`(${createdAt}, ${id}) < ((${timeOf(before.id)}), ${before.id})`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(max + 1);
  return { orders: found.slice(0, max), hasOlder: found.length > max };
}
