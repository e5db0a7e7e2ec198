import type { OrderState } from "../../contract/orders/schemas.ts";

/**
 * From each state of an order the states that it can go to. Whoever ships may skip steps forward; nothing goes back, except that a
 * return which is declined leaves the order delivered, and that a parcel whose delivery failed is on its way again. What is on its way is
 * cancelled only when its parcel is lost or comes back. An order that expired is paid after all when its money arrives late and its
 * products are still there.
 */
export const TRANSITIONS: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ["paid", "expired", "cancelled"],
  expired: ["paid"],
  paid: ["processing", "packed", "shipped", "cancelled"],
  processing: ["packed", "shipped", "cancelled"],
  packed: ["shipped", "cancelled"],
  shipped: ["out_for_delivery", "delivered", "cancelled"],
  out_for_delivery: ["delivered", "shipped", "cancelled"],
  delivered: ["return_requested"],
  return_requested: ["return_approved", "returned", "delivered"],
  return_approved: ["return_received", "returned", "delivered"],
  return_received: ["returned", "delivered"],
  returned: [],
  cancelled: [],
};

export function canBecome(state: OrderState, next: OrderState): boolean {
  return TRANSITIONS[state].includes(next);
}

/** Whether its customer has paid for it, and does not get the money back. */
export function isSold(state: OrderState): boolean {
  return !["pending", "expired", "cancelled", "returned"].includes(state);
}
