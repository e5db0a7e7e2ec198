import type { OrderRow } from "./order-row.ts";

/** Returns who gets the parcel: the customer, or the receiver of a gift. */
export function receiverOf({ customerName, mobile, gift }: Pick<OrderRow, "customerName" | "mobile" | "gift">): {
  name: string;
  mobile: string;
} {
  return gift?.receiver ?? { name: customerName, mobile };
}
