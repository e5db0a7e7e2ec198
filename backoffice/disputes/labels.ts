import type { DisputePhase, DisputeState, ListedDispute } from "../../contract/admin/disputes.ts";
import type { States } from "../shared/badge.tsx";

export const STATES: States<DisputeState> = {
  open: { name: "Open", tone: "attention" },
  under_review: { name: "Under review", tone: "progress" },
  won: { name: "Won", tone: "done" },
  lost: { name: "Lost", tone: "danger" },
  closed: { name: "Closed", tone: "neutral" },
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
