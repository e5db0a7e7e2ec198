import { ORDER_STATES, type OrderState } from "../../../contract/orders/schemas.ts";

/**
 * The states that can follow each state of an order. Staff may skip steps. An order returns to an earlier state in three cases: a declined
 * return makes it delivered again, a failed delivery makes it shipped again, and staff undoes a step that was a mistake. A shipped order is cancelled only if its parcel is lost or
 * comes back. An order for cash on delivery is processed once its customer has confirmed it. An expired order becomes paid if its money arrives
 * late and its products are still in stock; one for cash on delivery becomes processing so by its advance. The shop cancels an expired order to
 * prevent that.
 */
export const TRANSITIONS: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ["paid", "processing", "expired", "cancelled"],
  expired: ["paid", "processing", "cancelled"],
  paid: ["processing", "packed", "shipped", "cancelled"],
  processing: ["packed", "shipped", "cancelled"],
  packed: ["processing", "shipped", "cancelled"],
  shipped: ["packed", "out_for_delivery", "delivered", "cancelled"],
  out_for_delivery: ["delivered", "shipped", "cancelled"],
  delivered: ["shipped", "out_for_delivery", "return_requested"],
  return_requested: ["return_approved", "returned", "delivered"],
  return_approved: ["return_received", "returned", "delivered"],
  return_received: ["returned", "delivered"],
  returned: [],
  cancelled: [],
};

export function canBecome(state: OrderState, next: OrderState): boolean {
  return TRANSITIONS[state].includes(next);
}

/** States of an order that is paid or confirmed, and of which no parcel has left. */
export const NOT_SENT: readonly OrderState[] = ["paid", "processing", "packed"];
/** States in which a courier has the order, or a part of it. */
export const UNDER_WAY: readonly OrderState[] = ["shipped", "out_for_delivery"];
/** States of an open return. */
export const RETURNING: readonly OrderState[] = ["return_requested", "return_approved", "return_received"];

interface StateFacts {
  /** Whether it is paid, or confirmed for cash on delivery, and not refunded. */
  sale: boolean;
  /** Whether the shop or the customer still has to act. */
  open: boolean;
}

const FACTS: Readonly<Record<OrderState, StateFacts>> = {
  pending: { sale: false, open: true },
  expired: { sale: false, open: false },
  paid: { sale: true, open: true },
  processing: { sale: true, open: true },
  packed: { sale: true, open: true },
  shipped: { sale: true, open: true },
  out_for_delivery: { sale: true, open: true },
  delivered: { sale: true, open: false },
  return_requested: { sale: true, open: true },
  return_approved: { sale: true, open: true },
  return_received: { sale: true, open: true },
  returned: { sale: false, open: false },
  cancelled: { sale: false, open: false },
};

/** Whether an order in this state counts as a sale. */
export const isSale = (state: OrderState) => FACTS[state].sale;
export const OPEN_STATES: readonly OrderState[] = ORDER_STATES.filter((state) => FACTS[state].open);
