/** The words of what staff does to an order: its endpoint, which names the permission, its word in the audit log, and its button. */

import type { OrderState } from "../orders/schemas.ts";
import type { OrderAuditAction } from "./audit-names.ts";

const action = <Endpoint extends string, Audit extends OrderAuditAction>(
  endpoint: Endpoint,
  audit: Audit,
  label: string,
  title = label,
) => ({ endpoint, audit, label, title });

/** By the name in paths and messages, in the order of an order's life. `title` is that of the dialog. */
export const ORDER_ACTIONS = {
  process: action("processOrder", "order.processing_started", "Start preparing"),
  pack: action("packOrder", "order.packed", "Mark as packed"),
  ship: action("shipOrder", "order.shipped", "Ship"),
  "out-for-delivery": action("sendOrderOut", "order.parcel_sent_out", "Out for delivery"),
  "delivery-failed": action(
    "noteFailedDelivery",
    "order.delivery_failed",
    "Delivery failed",
    "The courier could not deliver it",
  ),
  deliver: action("deliverOrder", "order.delivered", "Mark as delivered"),
  lost: action("markLost", "order.parcel_lost", "Lost", "The courier has lost the parcel"),
  "came-back": action("receiveParcelBack", "order.parcel_received_back", "Came back", "The parcel has come back"),
  "undo-step": action("undoOrderStep", "order.step_undone", "Undo the last step"),
  edit: action("editOrderItems", "order.items_edited", "Edit items"),
  "withdraw-edit": action("withdrawOrderEdit", "order.edit_withdrawn", "Withdraw the change"),
  cancel: action("cancelAnyOrder", "order.items_cancelled", "Cancel", "Cancel the order or some items"),
  refund: action("refundUnits", "order.items_refunded", "Refund items"),
  "refund-shipping": action("refundShipping", "order.shipping_refunded", "Refund shipping", "Refund shipping and fees"),
  goodwill: action("refundGoodwill", "order.goodwill_refunded", "Refund an amount"),
  "undo-write-off-cash": action(
    "undoWriteOffCash",
    "order.cash_write_off_undone",
    "Undo the write-off",
    "Claim the cash again",
  ),
  "return-approve": action("approveReturn", "order.return_approved", "Approve", "Approve the return"),
  "return-receive": action("receiveReturn", "order.return_received", "It has arrived", "What has arrived"),
  "return-accept": action("acceptReturn", "order.return_accepted", "Accept", "Accept the return"),
  "return-decline": action("declineReturn", "order.return_declined", "Decline", "Decline the return"),
  "ship-replacement": action("shipReplacement", "order.replacement_shipped", "Ship the replacement"),
  "deliver-replacement": action(
    "deliverReplacement",
    "order.replacement_delivered",
    "Replacement delivered",
    "The replacement is delivered",
  ),
} as const;

export type OrderAction = keyof typeof ORDER_ACTIONS;
/** An action's own word in the audit log. */
export type ActionAudit = (typeof ORDER_ACTIONS)[OrderAction]["audit"];
export const ORDER_ACTION_NAMES = Object.keys(ORDER_ACTIONS) as OrderAction[];

/** Steps of fulfilment. */
export const FULFILMENT_STEPS = [
  "process",
  "pack",
  "ship",
  "out-for-delivery",
  "deliver",
] as const satisfies readonly OrderAction[];
export type FulfilmentStep = (typeof FULFILMENT_STEPS)[number];
export const isStep = (action: OrderAction): action is FulfilmentStep =>
  FULFILMENT_STEPS.some((step) => step === action);

/** The states that a step leads to which can be undone. */
export const UNDOABLE_STATES = ["packed", "shipped", "out_for_delivery", "delivered"] as const satisfies OrderState[];
export type UndoableState = (typeof UNDOABLE_STATES)[number];
export const isUndoable = (state: OrderState): state is UndoableState => UNDOABLE_STATES.some((one) => one === state);

/** Actions besides the steps; most of these refund. */
export type OtherAction = Exclude<OrderAction, FulfilmentStep>;
export const OTHER_ACTIONS = ORDER_ACTION_NAMES.filter((action): action is OtherAction => !isStep(action));
