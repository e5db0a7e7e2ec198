/** The words of what staff does to an order: its endpoint, which names the permission, its word in the audit log, and its button. */

import { type ChangeNoun, NOUN_LABELS, NOUN_WORDS } from "../orders/change-nouns.ts";
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

/** What an order's actions are about: what is due for an accepted return, what of that is on its way, and what waits for its payment. */
export interface ActionNouns {
  due: ChangeNoun | null;
  underway: ChangeNoun | null;
  pending: ChangeNoun | null;
}

const ABOUT: Partial<Record<OrderAction, keyof ActionNouns>> = {
  "ship-replacement": "due",
  "deliver-replacement": "underway",
  "withdraw-edit": "pending",
};

/** Whether an action is about more than the order itself. */
export const hasNoun = (action: OrderAction): boolean => ABOUT[action] !== undefined;

function nounOfAction(action: OrderAction, nouns: ActionNouns): ChangeNoun | null {
  const about = ABOUT[action];
  return about ? nouns[about] : null;
}

/** Returns the words of an action's button and of its dialog's title, which say what it is about. */
export function labelsOf(action: OrderAction, nouns: ActionNouns): { label: string; title: string } {
  const { label, title } = ORDER_ACTIONS[action];
  const noun = nounOfAction(action, nouns);
  if (noun === null) return { label, title };
  const named = (text: string) =>
    text.replace(/replacement|change/, NOUN_WORDS[noun]).replace(/Replacement|Change/, NOUN_LABELS[noun]);
  return { label: named(label), title: named(title) };
}

/** Returns the word of an action in the audit log. */
export function auditOf(action: OrderAction, nouns: ActionNouns): OrderAuditAction {
  if (nounOfAction(action, nouns) !== "exchange") return ORDER_ACTIONS[action].audit;
  if (action === "ship-replacement") return "order.exchange_shipped";
  return action === "deliver-replacement" ? "order.exchange_delivered" : "order.exchange_withdrawn";
}

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
