/** Messages from the contact form, and grievances with their deadlines. */

import * as z from "zod/mini";
import { contactMessage } from "../contact/schemas.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { period } from "./period.ts";
import { nothing } from "./session.ts";

export const MESSAGE_TABS = ["open", "grievances", "closed"] as const;
export type MessageTab = (typeof MESSAGE_TABS)[number];

/** Hours within which a grievance must be acknowledged (Consumer Protection (E-Commerce) Rules, rule 4 (5)); it must be resolved within a month. */
export const ACKNOWLEDGE_HOURS = 48;

const listedMessage = z.object({
  _id: z.string(),
  /** The reference that the sender quotes. */
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  excerpt: z.string(),
  at: z.string(),
  answers: z.number(),
  closedAt: z.nullable(z.string()),
  /** Null for a message that is not a grievance. */
  grievance: z.nullable(
    z.object({
      /** The deadlines for acknowledging it by an answer, and for resolving it. */
      acknowledgeBy: z.string(),
      resolveBy: z.string(),
      acknowledged: z.boolean(),
      isLate: z.boolean(),
    }),
  ),
});
export type ListedMessage = z.infer<typeof listedMessage>;

const staffMessage = z.object({
  ...listedMessage.shape,
  phone: z.string(),
  address: z.string(),
  message: z.string(),
  answers: z.array(z.object({ by: z.string(), at: z.string(), text: z.string() })),
  /** Sent with a change, which is rejected if the message has changed since. */
  version: z.number(),
});
export type StaffMessage = z.infer<typeof staffMessage>;

const version = z.int();
const byId = z.object({ id: rowId("id must be digits.") });
const READ = { tag: "Messages", permission: "answer_messages", method: "GET" } as const;
const CHANGE = {
  tag: "Messages",
  permission: "answer_messages",
  method: "POST",
  params: byId,
  errorStatuses: [409],
  response: responseOf(staffMessage),
} as const;

export const messageEndpoints = {
  listMessages: {
    ...READ,
    path: "/messages",
    summary: "Messages, 50 a page: open ones oldest first, closed ones newest first",
    query: z.object({
      tab: z._default(z.enum(MESSAGE_TABS, `tab must be one of ${MESSAGE_TABS.join(", ")}.`), "open"),
      /** A reference, an email, or words of a name. */
      q: z.optional(textField({ max: 100, error: "Please search with at most 100 characters." })),
      /** The `_id` of the last message of the previous page. */
      after: z.optional(rowId("after must be digits.")),
    }),
    response: responseOf(z.object({ messages: z.array(listedMessage), hasMore: z.boolean() })),
  },
  exportGrievances: {
    ...READ,
    path: "/grievances.csv",
    summary: "The register of grievances, by the day on which they came",
    query: z.object(period),
    produces: "text/csv",
  },
  readMessage: {
    ...READ,
    path: "/messages/:id",
    summary: "One message with its answers",
    params: byId,
    response: responseOf(staffMessage),
  },
  recordGrievance: {
    method: "POST",
    path: "/grievances",
    repeat: "key",
    summary: "Record a grievance that came by phone or post; emails its sender the ticket number",
    tag: "Messages",
    permission: "answer_messages",
    body: contactMessage,
    response: responseOf(staffMessage),
  },
  answerMessage: {
    ...CHANGE,
    path: "/messages/:id/answers",
    repeat: "seen",
    summary: "Email an answer to the sender",
    body: z.object({
      version,
      text: textField({
        missing: "Please write an answer.",
        multiline: true,
        max: 5000,
        error: "Please use at most 5000 characters.",
      }),
      /** Whether the message is done with this answer. */
      close: z.boolean(),
    }),
  },
  changeMessage: {
    ...CHANGE,
    method: "PATCH",
    path: "/messages/:id",
    repeat: "seen",
    summary:
      "Close or open a message, or say that it is a grievance, which emails its sender the ticket number and the officer’s name",
    body: z.object({ version, closed: z.optional(z.boolean()), grievance: z.optional(z.boolean()) }),
  },
  deleteMessage: {
    method: "DELETE",
    path: "/messages/:id",
    repeat: "seen",
    stepUp: true,
    summary: "Delete a message with its answers, such as at its sender’s request",
    tag: "Messages",
    permission: "answer_messages",
    params: byId,
    response: responseOf(nothing),
  },
} as const satisfies Record<string, AdminEndpoint>;
