import type { NoticeAudience, NoticeState, RequestKind, RequestState } from "../../contract/privacy/schemas.ts";
import type { States } from "../shared/badge.tsx";

export const KIND_NAMES: Readonly<Record<RequestKind, string>> = { export: "Copy of the data", erasure: "Erasure" };
const REQUEST_STATES: States<RequestState> = {
  open: { name: "Open", tone: "attention" },
  erasing: { name: "Being erased", tone: "neutral" },
  done: { name: "Done", tone: "done" },
  rejected: { name: "Rejected", tone: "neutral" },
  withdrawn: { name: "Withdrawn", tone: "neutral" },
};
/** What the badge of a request says. */
export const stateOf = ({ state, isLate }: { state: RequestState; isLate: boolean }) =>
  isLate ? ({ name: `${REQUEST_STATES[state].name}, late`, tone: "danger" } as const) : REQUEST_STATES[state];
export const AUDIENCE_NAMES: Readonly<Record<NoticeAudience, string>> = {
  listed: "Customers by email",
  ordered: "Customers who ordered between two days",
  all: "All customers with an account",
};
export const NOTICE_STATE_NAMES: Readonly<Record<NoticeState, string>> = {
  sending: "Being sent",
  sent: "Sent",
  stopped: "Stopped",
};
