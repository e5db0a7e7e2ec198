/**
 * Limits how long a customer may reserve stock without paying: over replaced, expired and cancelled orders, drafts, unconfirmed orders for
 * cash on delivery, and free samples (docs/decisions/2026-11-28-unpaid-holds.md). Orders that were paid or confirmed do not count.
 */

import { sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { customerOrder, orderEvent, orderItem } from "../../platform/database/schema.ts";
import { consume, formatWait, type Limit } from "../../platform/rate-limits/limits.ts";
import { LONGEST_HOLD } from "../../selling/stock/longest-hold.ts";

/** How long a customer may reserve units of one size within a day. */
const MAX_HELD_MS = 3 * HOUR_MS;
/** How much of that the pending order uses at most, so that one whose code never came can still be replaced and paid online. */
const MAX_HELD_BY_PENDING_MS = HOUR_MS;
/** How many unpaid orders a customer may place within a day, replaced ones included. */
const MAX_UNPAID_ORDERS = 30;

/**
 * Counts an order that is about to be placed against its network's limit, if its customer has other unpaid orders of the last day: who
 * pays at the first try counts for nothing.
 * @param options.variantIds of its items and samples
 * @param options.network how many such orders its network may place
 * @throws ApiError (429) if the customer has placed too many unpaid orders, or reserved one of these sizes for too long, or if the network
 * has placed too many
 */
export async function requireHoldsLeft(
  trx: DatabaseOrTransaction,
  customerId: number,
  { variantIds, network, now }: { variantIds: readonly number[]; network: Limit; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const at = sql`${now.toISOString()}::timestamptz`;
  const [held] = await rowsOf(
    trx,
    { orders: "number", first: "string?", heldMs: "number", firstOfSize: "string?" },
    sql`
    with unpaid as (
      select id, state, created_at, coalesce(
          (select min(${orderEvent.at}) from ${orderEvent}
            where ${orderEvent.orderId} = o.id and ${orderEvent.state} in ('expired', 'cancelled')),
          ${at}) as ended_at
      from ${customerOrder} as o
      where customer_id = ${customerId} and created_at > ${at} - ${LONGEST_HOLD}
        and state in ('pending', 'expired', 'cancelled')
        and not exists (
          select from ${orderEvent} where ${orderEvent.orderId} = o.id and ${orderEvent.state} in ('paid', 'processing'))
    ),
    of_day as (
      select id, created_at, ended_at, least(
          case when state = 'pending' then ${MAX_HELD_BY_PENDING_MS}::double precision else 'infinity' end,
          extract(epoch from ended_at - greatest(created_at, ${since.toISOString()}::timestamptz)) * 1000) as held_ms
      from unpaid where ended_at > ${since.toISOString()}::timestamptz
    ),
    by_size as (
      select ${orderItem.variantId}, sum(held_ms) as held_ms, min(ended_at) as first
      from of_day join ${orderItem} on ${orderItem.orderId} = of_day.id
      where ${orderItem.variantId} = any (${`{${variantIds.join(",")}}`}::bigint[])
      group by ${orderItem.variantId} order by held_ms desc limit 1
    )
    select (select count(*)::int from of_day) as orders, (select min(ended_at) from of_day)::text as first,
      coalesce((select held_ms from by_size), 0)::float8 as "heldMs", (select first from by_size)::text as "firstOfSize"`,
  );
  if (!held) return;
  if (held.orders >= MAX_UNPAID_ORDERS && held.first !== null)
    throw tooMuch("You’ve started many orders today without paying for them.", untilADayAfter(held.first, now));
  if (held.heldMs >= MAX_HELD_MS && held.firstOfSize !== null)
    throw tooMuch(
      "We’ve held this for you for 3 hours today without a payment.",
      untilADayAfter(held.firstOfSize, now),
    );
  if (held.orders > 0)
    await consume(trx, network, now).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.retryAfter !== undefined)) throw error;
      throw tooMuch("Many orders have been started from your network without a payment.", error.retryAfter);
    });
}

/** Seconds until the first of the counted orders, which ended then, no longer counts. */
const untilADayAfter = (ended: string, now: Date) =>
  Math.max(1, Math.ceil((new Date(ended).getTime() + DAY_MS - now.getTime()) / 1000));

/** @param seconds until a retry can succeed */
function tooMuch(what: string, seconds: number): ApiError {
  const message = `${what} You haven’t been charged and your cart is unchanged. Please try again ${formatWait(seconds)}, or write to us.`;
  return new ApiError("stock_held", message, [{ field: "cart", message }], seconds);
}
