/** The badges of orders. The browser loads them without the schemas. */

import { isConfirmedByCustomer } from "./payment-terms.ts";
import type { OrderState, PaymentMethod } from "./schemas.ts";

/** The badge of each state: a paid order reads Processing until it is shipped. */
export const ORDER_BADGES: Readonly<Record<OrderState, string>> = {
  pending: "Payment pending",
  paid: "Processing",
  processing: "Processing",
  packed: "Packed",
  shipped: "Shipped",
  out_for_delivery: "Out for delivery",
  delivered: "Delivered",
  cancelled: "Cancelled",
  expired: "Expired",
  return_requested: "Return requested",
  return_approved: "Return approved",
  return_received: "Return received",
  returned: "Returned",
};

const CONFIRMATION_PENDING = "Confirmation pending";

/** Returns the badge of an order. */
export const badgeOf = (order: {
  state: OrderState;
  paymentMethod: PaymentMethod;
  /** More than 0 if the payment of a part confirms an order for cash on delivery. */
  advancePaise: number;
}): string =>
  order.state === "pending" && isConfirmedByCustomer(order) ? CONFIRMATION_PENDING : ORDER_BADGES[order.state];

/** Whether an order waits for its customer's confirmation, rather than for a payment. */
export const needsConfirmation = ({ badge }: { badge: string }): boolean => badge === CONFIRMATION_PENDING;
