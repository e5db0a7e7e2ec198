import type { NoticeAudience, NoticeState, RequestKind, RequestState } from "../../contract/privacy/schemas.ts";

export const KINDS: Readonly<Record<RequestKind, string>> = { export: "Copy of the data", erasure: "Erasure" };
export const STATES: Readonly<Record<RequestState, string>> = {
  open: "Open",
  erasing: "Being erased",
  done: "Done",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
};
export const AUDIENCES: Readonly<Record<NoticeAudience, string>> = {
  listed: "Customers by email",
  ordered: "Customers who ordered between two days",
  all: "All customers with an account",
};
export const NOTICE_STATE_WORDS: Readonly<Record<NoticeState, string>> = {
  sending: "Being sent",
  sent: "Sent",
  stopped: "Stopped",
};
