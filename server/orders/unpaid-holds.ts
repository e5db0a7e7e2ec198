/**
 * Limits how long a customer may reserve stock without paying: over replaced, expired and cancelled orders, drafts, unconfirmed orders for
 * cash on delivery, and free samples (docs/decisions/2026-11-28-unpaid-holds.md). Orders that were paid or confirmed do not count.
 */

import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import { customerOrder, orderEvent, orderItem } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { formatWait } from "../rate-limits/limits.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a customer may reserve units of one size within a day. */
const MAX_HELD_MS = 3 * HOUR_MS;
/** How much of that one order uses at most, so that nobody is locked out by one that waited long for its confirmation. */
const MAX_HELD_BY_ORDER_MS = HOUR_MS;
/** How many unpaid orders a customer may place within a day, replaced ones included. */
const MAX_UNPAID_ORDERS = 30;

/**
 * @param variantIds of the items and samples of the order that is about to be placed
 * @throws ApiError (429) if the customer has placed too many unpaid orders, or reserved one of these sizes for too long
 */
export async function requireHoldsLeft(
  trx: DatabaseOrTransaction,
  customerId: number,
  variantIds: readonly number[],
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const at = sql`${now.toISOString()}::timestamptz`;
  const [held] = await rowsOf<{ orders: number; first: string | null; heldMs: number; firstOfSize: string | null }>(
    trx,
    sql`
    with unpaid as (
      select id, created_at, least(
          ${MAX_HELD_BY_ORDER_MS}::double precision,
          extract(epoch from coalesce(
            (select min(${orderEvent.at}) from ${orderEvent}
              where ${orderEvent.orderId} = o.id and ${orderEvent.state} in ('expired', 'cancelled')),
            ${at}) - created_at) * 1000
        ) as held_ms
      from ${customerOrder} as o
      where customer_id = ${customerId} and created_at > ${since.toISOString()}::timestamptz
        and state in ('pending', 'expired', 'cancelled')
        and not exists (
          select from ${orderEvent} where ${orderEvent.orderId} = o.id and ${orderEvent.state} in ('paid', 'processing'))
    ),
    by_size as (
      select ${orderItem.variantId}, sum(held_ms) as held_ms, min(created_at) as first
      from unpaid join ${orderItem} on ${orderItem.orderId} = unpaid.id
      where ${orderItem.variantId} = any (${`{${variantIds.join(",")}}`}::bigint[])
      group by ${orderItem.variantId} order by held_ms desc limit 1
    )
    select (select count(*)::int from unpaid) as orders, (select min(created_at) from unpaid)::text as first,
      coalesce((select held_ms from by_size), 0)::float8 as "heldMs", (select first from by_size)::text as "firstOfSize"`,
  );
  if (!held) return;
  if (held.orders >= MAX_UNPAID_ORDERS && held.first !== null)
    throw tooMuch("You’ve started many orders today without paying for them.", held.first, now);
  if (held.heldMs >= MAX_HELD_MS && held.firstOfSize !== null)
    throw tooMuch("We’ve held this for you for 3 hours today without a payment.", held.firstOfSize, now);
}

/** @param first when the first of the counted orders was placed, which is the first that no longer counts */
function tooMuch(what: string, first: string, now: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((new Date(first).getTime() + DAY_MS - now.getTime()) / 1000));
  const message = `${what} You haven’t been charged and your cart is unchanged. Please try again ${formatWait(seconds)}, or write to us.`;
  return new ApiError("stock_held", message, [{ field: "cart", message }], seconds);
}
