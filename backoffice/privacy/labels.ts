import type { NoticeAudience, NoticeState, RequestKind, RequestState } from "../../contract/privacy/schemas.ts";

export const KIND_NAMES: Readonly<Record<RequestKind, string>> = { export: "Copy of the data", erasure: "Erasure" };
export const STATE_NAMES: Readonly<Record<RequestState, string>> = {
  open: "Open",
  erasing: "Being erased",
  done: "Done",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
};
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
