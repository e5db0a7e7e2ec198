/** Filters of the orders list by what an order holds, where it goes, when it left and whether it is paid. */

import { and, eq, isNotNull, isNull, like, type SQL, sql } from "drizzle-orm";
import type { AdminOrderQuery, PaymentFilter } from "../../../../contract/admin/orders.ts";
import { endOfDayInIndia, startOfDayInIndia } from "../../../../contract/dates.ts";
import { ApiError } from "../../../base/errors.ts";
import type { Database } from "../../../platform/database/database.ts";
import {
  customerOrder,
  deliveryPincode,
  deliveryState,
  orderItem,
  refund,
  shipment,
  variant,
} from "../../../platform/database/schema.ts";
import { stateOf } from "../../../selling/pricing/place-of-supply.ts";
import { sizeMatches } from "../../../selling/search/staff-search.ts";
import { lacksPhone } from "../receiver.ts";

type Facts = Pick<
  AdminOrderQuery,
  "phone" | "item" | "paymentState" | "deliveryState" | "pincode" | "agent" | "shippedFrom" | "shippedTo"
>;

/** @throws ApiError (400) for a state that India does not have */
export async function hasFacts(
  db: Database,
  { phone, item, paymentState, deliveryState: state, pincode, agent, shippedFrom, shippedTo }: Facts,
): Promise<SQL | undefined> {
  return and(
    phone && lacksPhone(),
    item === undefined ? undefined : await hasItem(db, item),
    paymentState && HAS_PAYMENT[paymentState](),
    state === undefined ? undefined : isSentTo(state),
    pincode === undefined ? undefined : like(deliveryPincode, `${pincode}%`),
    agent === undefined ? undefined : isBroughtBy(agent),
    shippedFrom === undefined && shippedTo === undefined ? undefined : isShipped(shippedFrom, shippedTo),
  );
}

/** An array of ids, so that one statement serves any number of sizes. */
async function hasItem(db: Database, typed: string): Promise<SQL> {
  const sizes = await db
    .select({ id: variant.id })
    .from(variant)
    .where(await sizeMatches(db, typed));
  if (sizes.length === 0) return sql`false`;
  const ids = sql.raw(sizes.map(({ id }) => id).join(", "));
  return sql`${customerOrder.id} in (select ${orderItem.orderId} from ${orderItem} where ${orderItem.variantId} in (${ids}))`;
}

const HAS_PAYMENT: Readonly<Record<PaymentFilter, () => SQL>> = {
  paid: () => isNotNull(customerOrder.paidAt),
  unpaid: () => isNull(customerOrder.paidAt),
  refunded: () => sql`${customerOrder.id} in (select ${refund.orderId} from ${refund})`,
};

function isSentTo(typed: string): SQL {
  const state = stateOf(typed);
  if (!state)
    throw ApiError.ofField("deliveryState", `Please give a state of India: there is no ${typed}.`, "bad_request");
  return sql`${deliveryState} = ${state.name}`;
}

/** @param typed the platform's address, as the owner knows it; `any` for all */
function isBroughtBy(typed: string): SQL | undefined {
  if (typed.toLowerCase() === "any") return isNotNull(customerOrder.agentOrigin);
  const origin = URL.parse(typed.includes("://") ? typed : `https://${typed}`)?.origin ?? typed;
  return and(isNotNull(customerOrder.agentOrigin), eq(customerOrder.agentOrigin, origin));
}

function isShipped(from: string | undefined, to: string | undefined): SQL {
  const days = and(
    from === undefined
      ? undefined
      : sql`${shipment.shippedAt} >= ${startOfDayInIndia(from).toISOString()}::timestamptz`,
    to === undefined ? undefined : sql`${shipment.shippedAt} < ${endOfDayInIndia(to).toISOString()}::timestamptz`,
  );
  return sql`${customerOrder.id} in (select ${shipment.orderId} from ${shipment} where ${days})`;
}
