import type {
  IncidentStep,
  NoticeAudience,
  NoticePart,
  NoticeState,
  PersonKind,
  RequestKind,
  RequestState,
} from "../../contract/privacy/schemas.ts";
import type { States } from "../shared/badge.tsx";

export const KIND_NAMES: Readonly<Record<RequestKind, string>> = { export: "Copy of the data", erasure: "Erasure" };
const REQUEST_STATES: States<RequestState> = {
  open: { name: "Open", tone: "attention" },
  erasing: { name: "Being erased", tone: "progress" },
  done: { name: "Done", tone: "done" },
  rejected: { name: "Rejected", tone: "neutral" },
  withdrawn: { name: "Withdrawn", tone: "neutral" },
};
/** What the badge of a request says. */
export const stateOf = ({ state, isLate }: { state: RequestState; isLate: boolean }) =>
  isLate ? ({ name: `${REQUEST_STATES[state].name}, late`, tone: "danger" } as const) : REQUEST_STATES[state];
export const AUDIENCE_NAMES: Readonly<Record<NoticeAudience, string>> = {
  listed: "Listed emails",
  ordered: "Who ordered between two days",
  kinds: "Some kinds of people",
  all: "Everybody whose address the shop has",
};
export const PERSON_NAMES: Readonly<Record<PersonKind, string>> = {
  accounts: "Customers with an account",
  orders: "Customers of orders, also with a deleted account",
  gift_receivers: "Receivers of gifts",
  assistants: "Named by shopping assistants in the last month",
  subscribers: "Newsletter, also unsubscribed",
  messages: "Senders of messages",
  cash_lists: "Lists for cash on delivery",
  codes: "Asked for a code or a new password",
  mails: "Emailed in the last month",
  staff: "Staff, also former",
  privacy_requests: "Asked about their data without an account",
};
/** The parts of a notice, with what each must say. */
export const PARTS: Readonly<Record<NoticePart, { label: string; hint: string }>> = {
  nature: { label: "What happened", hint: "Which data, how much of it, when and where." },
  consequences: {
    label: "What it may mean for them",
    hint: "Such as spam, or calls that claim to come from the shop.",
  },
  measures: { label: "What you are doing about it", hint: "What is done already, and what follows." },
  advice: { label: "What they can do", hint: "Such as changing a password. Say so if there is nothing to do." },
  contact: { label: "Whom they can ask", hint: "A name, with an email or a phone number of the shop." },
};
export const STEPS: Readonly<Record<IncidentStep, { name: string; what: string; done: string }>> = {
  cert_in: {
    name: "Report to CERT-In",
    what: "Within six hours, by email to incident@cert-in.org.in, if computers or accounts were attacked or data was leaked by them.",
    done: "CERT-In has the report",
  },
  board_informed: {
    name: "Inform the Data Protection Board",
    what: "Without delay: what happened, how much, when and where, and what it is likely to mean.",
    done: "The Board is informed",
  },
  people: { name: "Tell the affected people", what: "Without delay, by the notice on this page.", done: "" },
  others: {
    name: "Call or write to those without an email",
    what: "Without delay. Each notice has their list to download.",
    done: "All are called or written to",
  },
  board_details: {
    name: "Give the Board the details",
    what: "Within 72 hours: how and why it happened, what you do about it, who caused it if known, how you prevent another, and whom you have told.",
    done: "The Board has the details",
  },
};
export const NOTICE_STATE_NAMES: Readonly<Record<NoticeState, string>> = {
  sending: "Being sent",
  sent: "Sent",
  stopped: "Stopped",
};

export const peopleOf = (count: number) => (count === 1 ? "1 person" : `${count} people`);
