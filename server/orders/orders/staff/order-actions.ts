/** Order actions: which actions staff can take in which state. */

import { ORDER_BADGES } from "../../../../contract/orders/badges.ts";
import type { OrderState } from "../../../../contract/orders/schemas.ts";
import { ApiError, unreachable } from "../../../base/errors.ts";
import { canCancel } from "../eligibility.ts";
import { TRANSITIONS } from "../lifecycle.ts";
import type { OrderRow } from "../order-row.ts";

const ORDER_ACTIONS = [
  "process",
  "pack",
  "ship",
  "out-for-delivery",
  "delivery-failed",
  "deliver",
  "lost",
  "came-back",
  "cancel",
  "return-approve",
  "return-receive",
  "return-accept",
  "return-decline",
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

const RESULTING_STATE: Readonly<Record<OrderAction, OrderState>> = {
  process: "processing",
  pack: "packed",
  ship: "shipped",
  "out-for-delivery": "out_for_delivery",
  "delivery-failed": "shipped",
  deliver: "delivered",
  lost: "cancelled",
  "came-back": "cancelled",
  cancel: "cancelled",
  "return-approve": "return_approved",
  "return-receive": "return_received",
  "return-accept": "returned",
  "return-decline": "delivered",
};

const UNDER_WAY: readonly OrderState[] = ["shipped", "out_for_delivery"];
const RETURNS: readonly OrderState[] = ["return_requested", "return_approved", "return_received"];

/** Lists the actions possible in a state. */
export function actionsFrom(state: OrderState): OrderAction[] {
  return ORDER_ACTIONS.filter((step) => {
    if (!TRANSITIONS[state].includes(RESULTING_STATE[step])) return false;
    // Several actions lead to the same state, each from other states.
    switch (step) {
      case "ship":
        return canCancel({ state });
      case "delivery-failed":
        return !canCancel({ state });
      case "deliver":
        return !RETURNS.includes(state);
      case "return-decline":
        return RETURNS.includes(state);
      case "cancel":
        return canCancel({ state });
      case "lost":
      case "came-back":
        return UNDER_WAY.includes(state);
      case "process":
        // Only customers confirm orders for cash on delivery.
        return state === "paid";
      case "pack":
      case "out-for-delivery":
      case "return-approve":
      case "return-receive":
      case "return-accept":
        return true;
      default:
        return unreachable(step);
    }
  });
}

/** @throws ApiError (409) that names the possible actions */
export function requireAction({ number, state }: Pick<OrderRow, "number" | "state">, step: OrderAction): void {
  const possible = actionsFrom(state);
  if (possible.includes(step)) return;
  const allowed = possible.length > 0 ? `only ${possible.join(", ")}` : "nothing";
  throw new ApiError(
    "wrong_order_state",
    `Order ${number} is ${ORDER_BADGES[state]}: ${allowed} can be done with it now, not ${step}.`,
  );
}
