import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { OrderState, PaymentMethod } from "../../../../contract/orders/schemas.ts";
import type { Database } from "../../../platform/database/database.ts";
import { customerOrder, refund } from "../../../platform/database/schema.ts";
import type { OrderRow } from "../order-row.ts";

export interface OrderFilter {
  states?: readonly OrderState[] | undefined;
  paymentMethod?: PaymentMethod | undefined;
  /** Orders placed at this time or later. */
  from?: Date | undefined;
  /** Orders placed before this time. */
  until?: Date | undefined;
  /** A further condition, for example of a search. */
  matching?: SQL | undefined;
  /** Sorts the oldest first instead of the newest. */
  oldestFirst?: boolean;
  /** The last order of the previous page. */
  after?: Pick<OrderRow, "id"> | undefined;
}

/**
 * Lists the orders of all customers for staff. Without `matching`, it reads only as many index entries as it returns, however many orders
 * there are.
 * @returns at most `max`, and whether there are more
 */
export async function listAllOrders(
  db: Database,
  { states, paymentMethod, from, until, matching, oldestFirst = false, after }: OrderFilter,
  max: number,
): Promise<{ orders: OrderRow[]; hasMore: boolean }> {
  const { id, createdAt } = customerOrder;
  // Read by SQL, because a Date has no microseconds.
  const timeOf = (orderId: number) => db.select({ createdAt }).from(customerOrder).where(eq(id, orderId));
  const direction = oldestFirst ? asc : desc;
  const found = await db
    .select()
    .from(customerOrder)
    .where(
      and(
        states && isInStates(states),
        paymentMethod && eq(customerOrder.paymentMethod, paymentMethod),
        from && gte(createdAt, from),
        until && lt(createdAt, until),
        matching,
        after && sql`(${createdAt}, ${id}) ${sql.raw(oldestFirst ? ">" : "<")} ((${timeOf(after.id)}), ${after.id})`,
      ),
    )
    .orderBy(direction(createdAt), direction(id))
    .limit(max + 1);
  return { orders: found.slice(0, max), hasMore: found.length > max };
}

/** A refund is processed without a change of its order's row. */
export function isChangedSince(time: Date): SQL {
  const since = sql`${time.toISOString()}::timestamptz`;
  return sql`${customerOrder.id} in (
    select id from ${customerOrder} where changed_at >= ${since}
    union all select order_id from ${refund} where processed_at >= ${since})`;
}

/** A condition without parameters, so that the partial indexes by state apply. */
export function isInStates(states: readonly OrderState[]): SQL {
  return sql`${customerOrder.state} in (${sql.raw(states.map((state) => `'${state}'`).join(", "))})`;
}
