import type { ReturnReason } from "../../contract/admin/orders.ts";
import type { ReturnState } from "../../contract/orders/returns.ts";
import type { States } from "../shared/badge.tsx";

export const RETURN_STATES: States<ReturnState> = {
  requested: { name: "Requested", tone: "attention" },
  approved: { name: "Approved", tone: "progress" },
  received: { name: "Received", tone: "attention" },
  accepted: { name: "Accepted", tone: "done" },
  declined: { name: "Declined", tone: "neutral" },
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
