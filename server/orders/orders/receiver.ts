import { type SQL, sql } from "drizzle-orm";
import { customerOrder } from "../../platform/database/schema.ts";
import { NOT_SENT } from "./lifecycle.ts";
import type { OrderRow } from "./order-row.ts";
import { isInStates } from "./staff/list-all-orders.ts";

/** Returns who gets the parcel: the customer, or the receiver of a gift. The number is empty if it is not known. */
export function receiverOf({ customerName, mobile, gift }: Pick<OrderRow, "customerName" | "mobile" | "gift">): {
  name: string;
  mobile: string;
} {
  return gift?.receiver ?? { name: customerName, mobile };
}

/** What label, slip and lists say of an order without a number, which couriers do not book. */
export const NO_PHONE = "No phone number";

/** The condition for orders that wait to be sent and whose receiver has no number; without parameters, so that the index by state applies. */
export const lacksPhone = (): SQL =>
  sql`(${isInStates(NOT_SENT)} and coalesce(${customerOrder.gift} -> 'receiver' ->> 'mobile', ${customerOrder.mobile}) = '')`;
