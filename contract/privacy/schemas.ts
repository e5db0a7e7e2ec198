/** Personal data: people's requests about theirs, and incidents (Digital Personal Data Protection Act, 2023). */

import * as z from "zod/mini";
import { code, emailField } from "../accounts/schemas.ts";
import { mobileField } from "../mobile-field.ts";
import { textField } from "../text.ts";

export const REQUEST_KINDS = ["export", "erasure"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export const REQUEST_STATES = ["open", "erasing", "done", "rejected", "withdrawn"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** The deadline for answering a request (Rules of 2025, rule 14 (3)). */
export const RESPONSE_DAYS = 90;
/** The deadline for reporting the details of an incident to the Data Protection Board (rule 7 (2)). */
export const BOARD_HOURS = 72;
/** The deadline for reporting a cyber incident to CERT-In (directions of 28 April 2022). */
export const CERT_IN_HOURS = 6;

/** What the law demands after an incident. `others` are the affected people whom no email reaches. */
export const INCIDENT_STEPS = ["cert_in", "board_informed", "people", "others", "board_details"] as const;
export type IncidentStep = (typeof INCIDENT_STEPS)[number];

/** The parts of a notice to the affected people, in the order of rule 7 (1), (a) to (e). */
export const NOTICE_PARTS = ["nature", "consequences", "measures", "advice", "contact"] as const;
export type NoticePart = (typeof NOTICE_PARTS)[number];

/** The people whose addresses the shop has, by why it has them. Somebody may be of several kinds. */
export const PERSON_KINDS = [
  "accounts",
  "orders",
  "gift_receivers",
  "assistants",
  "subscribers",
  "messages",
  "cash_lists",
  "codes",
  "mails",
  "staff",
  "privacy_requests",
] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

export const NOTICE_AUDIENCES = ["all", "kinds", "ordered", "listed"] as const;
export type NoticeAudience = (typeof NOTICE_AUDIENCES)[number];
export const NOTICE_STATES = ["sending", "sent", "stopped"] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export const requestMessage = textField({
  max: 1000,
  error: "Please use at most 1000 characters.",
  mayBeEmpty: true,
  multiline: true,
});

/** A request for erasure by the customer. */
export const erasureBody = z.object({
  message: z._default(requestMessage, ""),
  /** `keep` publishes the reviews without the name. */
  reviews: z.enum(["keep", "delete"], "Please choose what happens to your reviews."),
});

const requestEmail = emailField({
  missing: "Please enter your email address.",
  error: "Please check the email address: it should look like name@example.com.",
});
export const requestCodeBody = z.object({ email: requestEmail });

/** What somebody without an account asks for. */
export const personRequest = z.object({
  email: requestEmail,
  kind: z.enum(REQUEST_KINDS, "Please choose what you would like."),
  /** By which the shop knows the receivers of gifts. */
  mobile_no: z._default(mobileField({ mayBeEmpty: true }), ""),
  message: erasureBody.shape.message,
});
/** Such a request, with the mailed code. */
export const personRequestBody = z.object({
  ...personRequest.shape,
  otp: code,
  /** The reviews of an earlier account: `keep` leaves them without a name. */
  reviews: z._default(erasureBody.shape.reviews, "keep"),
});
export type PersonRequestBody = z.output<typeof personRequestBody>;

export const ownRequest = z.object({
  reference: z.string(),
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(REQUEST_STATES),
  requestedAt: z.string(),
  /** When the shop must have answered. */
  dueAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** Why it was rejected. */
  reason: z.string(),
});
export type OwnRequest = z.infer<typeof ownRequest>;

/** A request on the public page. If the email has an account, it is that account's request. */
export const receivedRequest = z.object({ ...ownRequest.shape, hasAccount: z.boolean() });
export type ReceivedRequest = z.infer<typeof receivedRequest>;

/** Everything that the shop stores about somebody, by subject, readable by people and programs. */
export const personalData = z.record(z.string(), z.unknown());
export type PersonalData = z.infer<typeof personalData>;
