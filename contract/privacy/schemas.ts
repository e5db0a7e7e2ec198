/** Personal data: customers' requests about theirs, and incidents (Digital Personal Data Protection Act, 2023). */

import * as z from "zod/mini";
import { textField } from "../text.ts";

export const REQUEST_KINDS = ["export", "erasure"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export const REQUEST_STATES = ["open", "erasing", "done", "rejected", "withdrawn"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** The deadline for answering a request (Rules of 2025, rule 14 (3)). */
export const RESPONSE_DAYS = 90;
/** The deadline for reporting an incident to the Data Protection Board (rule 7 (2)). */
export const BOARD_HOURS = 72;

export const NOTICE_AUDIENCES = ["all", "ordered", "listed"] as const;
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

/** Everything that the shop stores about a customer, by subject, readable by people and programs. */
export const personalData = z.record(z.string(), z.unknown());
export type PersonalData = z.infer<typeof personalData>;
