import type { ReturnReason } from "../../contract/admin/orders.ts";
import type { ReturnState } from "../../contract/orders/returns.ts";

export const RETURN_STATE_NAMES: Readonly<Record<ReturnState, string>> = {
  requested: "Requested",
  approved: "Approved",
  received: "Received",
  accepted: "Accepted",
  declined: "Declined",
};

export const RETURN_REASON_NAMES: Readonly<Record<ReturnReason, string>> = {
  damaged: "damaged",
  leaked: "leaked",
  wrong_item: "wrong item",
  not_as_described: "not as described",
  changed_mind: "changed their mind",
  used: "used",
  too_late: "too late",
  not_ours: "not our product",
  other: "another reason",
};

/** Reasons to accept a return, and to decline it. */
export const ACCEPT_REASONS: readonly ReturnReason[] = [
  "damaged",
  "leaked",
  "wrong_item",
  "not_as_described",
  "changed_mind",
  "other",
];
export const DECLINE_REASONS: readonly ReturnReason[] = ["used", "too_late", "not_ours", "other"];
