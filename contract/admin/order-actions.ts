/** The words of what staff does to an order: its endpoint, which names the permission, its word in the audit log, and its button. */

import type { OrderAuditAction } from "./audit-names.ts";

/** By the name in paths and messages, in the order of an order's life. `title` is that of the dialog, for all but the steps. */
export const ORDER_ACTIONS = {
  process: { endpoint: "processOrder", audit: "order.processing_started", label: "Start preparing" },
  pack: { endpoint: "packOrder", audit: "order.packed", label: "Mark as packed" },
  ship: { endpoint: "shipOrder", audit: "order.shipped", label: "Ship" },
  "out-for-delivery": { endpoint: "sendOrderOut", audit: "order.parcel_sent_out", label: "Out for delivery" },
  "delivery-failed": {
    endpoint: "noteFailedDelivery",
    audit: "order.delivery_failed",
    label: "Delivery failed",
    title: "The courier could not deliver it",
  },
  deliver: { endpoint: "deliverOrder", audit: "order.delivered", label: "Mark as delivered" },
  lost: {
    endpoint: "markLost",
    audit: "order.parcel_lost",
    label: "Lost",
    title: "The courier has lost the parcel",
  },
  "came-back": {
    endpoint: "receiveParcelBack",
    audit: "order.parcel_received_back",
    label: "Came back",
    title: "The parcel has come back",
  },
  cancel: {
    endpoint: "cancelAnyOrder",
    audit: "order.items_cancelled",
    label: "Cancel",
    title: "Cancel the order or some items",
  },
  refund: { endpoint: "refundUnits", audit: "order.items_refunded", label: "Refund items", title: "Refund items" },
  "refund-shipping": {
    endpoint: "refundShipping",
    audit: "order.shipping_refunded",
    label: "Refund shipping",
    title: "Refund shipping and fees",
  },
  goodwill: {
    endpoint: "refundGoodwill",
    audit: "order.goodwill_refunded",
    label: "Refund an amount",
    title: "Refund an amount",
  },
  "undo-write-off-cash": {
    endpoint: "undoWriteOffCash",
    audit: "order.cash_write_off_undone",
    label: "Undo the write-off",
    title: "Claim the cash again",
  },
  "return-approve": {
    endpoint: "approveReturn",
    audit: "order.return_approved",
    label: "Approve",
    title: "Approve the return",
  },
  "return-receive": {
    endpoint: "receiveReturn",
    audit: "order.return_received",
    label: "It has arrived",
    title: "What has arrived",
  },
  "return-accept": {
    endpoint: "acceptReturn",
    audit: "order.return_accepted",
    label: "Accept",
    title: "Accept the return",
  },
  "return-decline": {
    endpoint: "declineReturn",
    audit: "order.return_declined",
    label: "Decline",
    title: "Decline the return",
  },
  "ship-replacement": {
    endpoint: "shipReplacement",
    audit: "order.replacement_shipped",
    label: "Ship the replacement",
    title: "Ship the replacement",
  },
  "deliver-replacement": {
    endpoint: "deliverReplacement",
    audit: "order.replacement_delivered",
    label: "Replacement delivered",
    title: "The replacement is delivered",
  },
} as const satisfies Record<string, { endpoint: string; audit: OrderAuditAction; label: string; title?: string }>;

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

/** Actions besides the steps; most of these refund. */
export type OtherAction = Exclude<OrderAction, FulfilmentStep>;
export const OTHER_ACTIONS = ORDER_ACTION_NAMES.filter((action): action is OtherAction => !isStep(action));
