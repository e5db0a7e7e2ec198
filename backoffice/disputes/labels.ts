import type { DisputePhase, DisputeState, ListedDispute } from "../../contract/admin/disputes.ts";

export const STATE_NAMES: Readonly<Record<DisputeState, string>> = {
  open: "Open",
  under_review: "Under review",
  won: "Won",
  lost: "Lost",
  closed: "Closed",
};

export const PHASE_NAMES: Readonly<Record<DisputePhase, string>> = {
  fraud: "Fraud",
  retrieval: "Retrieval request",
  chargeback: "Chargeback",
  pre_arbitration: "Pre-arbitration",
  arbitration: "Arbitration",
};

/** Whether it waits for evidence that the shop has not submitted. */
export const isWaiting = ({ state, submittedAt }: Pick<ListedDispute, "state" | "submittedAt">) =>
  state === "open" && submittedAt === null;
