/** The newsletter's subscribers, each with the record of the consent. */

import * as z from "zod/mini";
import { CONSENT_EVENTS, SUBSCRIBER_STATES } from "../contact/newsletter-states.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

const listedSubscriber = z.object({
  _id: z.string(),
  email: z.string(),
  state: z.enum(SUBSCRIBER_STATES),
  /** When the latest sign-up was. */
  signedUpAt: z.string(),
  confirmedAt: z.nullable(z.string()),
  unsubscribedAt: z.nullable(z.string()),
  /** When the shop stopped sending to it, because there is no such mailbox; null while it sends. */
  setAsideAt: z.nullable(z.string()),
});
export type ListedSubscriber = z.infer<typeof listedSubscriber>;

const subscriber = z.object({
  ...listedSubscriber.shape,
  /** The oldest first. */
  consents: z.array(
    z.object({
      event: z.enum(CONSENT_EVENTS),
      at: z.string(),
      /** The page, the link of an email, or the member of staff; empty if unknown. */
      place: z.string(),
      /** The text that the subscriber has seen; empty if unknown. */
      wording: z.string(),
    }),
  ),
});
export type AdminSubscriber = z.infer<typeof subscriber>;

/** What a list of subscribers has: those of a state, or those who are confirmed but set aside. */
const LISTED_STATES = [...SUBSCRIBER_STATES, "set_aside"] as const;
export type ListedState = (typeof LISTED_STATES)[number];

const filter = {
  state: z._default(z.enum(LISTED_STATES, `state must be one of ${LISTED_STATES.join(", ")}.`), SUBSCRIBER_STATES[1]),
  /** A part of the email. */
  q: z.optional(textField({ max: 100, error: "Please search with at most 100 characters." })),
};
const subscriberFilter = z.object(filter);
export type SubscriberFilter = z.infer<typeof subscriberFilter>;

const byId = z.object({ id: rowId("id must be digits.") });

export const subscriberEndpoints = {
  listSubscribers: {
    tag: "Newsletter",
    permission: "send_newsletter",
    method: "GET",
    path: "/subscribers",
    summary: "The newsletter’s subscribers, newest first, 50 a page",
    query: z.object({
      ...filter,
      /** The `_id` of the last subscriber of the previous page. */
      before: z.optional(rowId("before must be digits.")),
    }),
    response: responseOf(z.object({ subscribers: z.array(listedSubscriber), hasMore: z.boolean() })),
  },
  exportSubscribers: {
    tag: "Newsletter",
    permission: "export_customers",
    method: "GET",
    path: "/subscribers.csv",
    summary:
      "The same as a CSV file with the consent records and the links to unsubscribe, every subscriber who matches",
    query: subscriberFilter,
    produces: "text/csv",
  },
  readSubscriber: {
    tag: "Newsletter",
    permission: "send_newsletter",
    method: "GET",
    path: "/subscribers/:id",
    summary: "One subscriber with the record of the consent",
    params: byId,
    errorStatuses: [404],
    response: responseOf(subscriber),
  },
  unsubscribeForSubscriber: {
    tag: "Newsletter",
    permission: "send_newsletter",
    method: "POST",
    path: "/subscribers/:id/unsubscribe",
    repeat: "harmless",
    summary: "Unsubscribe somebody who has asked for it by phone or letter; idempotent",
    params: byId,
    errorStatuses: [404],
    response: responseOf(subscriber),
  },
  resumeSubscriber: {
    tag: "Newsletter",
    permission: "send_newsletter",
    method: "POST",
    path: "/subscribers/:id/resume",
    repeat: "seen",
    summary: "Send the newsletter again to a subscriber who was set aside. 409: they are not",
    params: byId,
    errorStatuses: [404, 409],
    response: responseOf(subscriber),
  },
} as const satisfies Record<string, AdminEndpoint>;
