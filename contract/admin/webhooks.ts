/** Webhook endpoints: URLs of other programs to which the shop sends signed events, with retries. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

export const WEBHOOK_EVENTS = {
  "order.paid": "An order is paid, or confirmed for cash on delivery",
  "order.shipped": "An order is shipped",
  "order.delivered": "An order is delivered",
  "order.cancelled": "An order is cancelled",
  "order.refunded": "Money of an order is refunded",
  "stock.low": "Few units of a size are left",
} as const satisfies Record<string, string>;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const EVENTS = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]];

export const MAX_WEBHOOKS = 20;

const webhook = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENTS)),
  createdAt: z.string(),
  /** Number of deliveries that it has not accepted yet. */
  waiting: z.number(),
  /** Since when it has accepted nothing; null while it works. */
  failingSince: z.nullable(z.string()),
  disabledAt: z.nullable(z.string()),
});
export type WebhookEndpoint = z.infer<typeof webhook>;

export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;

const delivery = z.object({
  _id: z.string(),
  event: z.enum(EVENTS),
  /** The `Kewra-Request-Id` header of each attempt. */
  requestId: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  statusCode: z.nullable(z.number()),
  error: z.nullable(z.string()),
  at: z.string(),
  deliveredAt: z.nullable(z.string()),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const WEBHOOKS = { tag: "Integrations", permission: "edit_settings" } as const;
const byId = z.object({ id: rowId("id must be digits.") });

export const webhookEndpoints = {
  listWebhookEndpoints: {
    ...WEBHOOKS,
    method: "GET",
    path: "/webhooks",
    summary: "The webhook endpoints, to which the shop sends its events",
    response: responseOf(z.array(webhook)),
  },
  addWebhookEndpoint: {
    ...WEBHOOKS,
    method: "POST",
    path: "/webhooks",
    repeat: "key",
    summary: "Add a webhook endpoint; only this response has the secret of its signatures",
    stepUp: true,
    body: z.object({
      /** An https URL outside private networks. */
      url: textField({ max: 500, pattern: /^https:\/\/\S+$/, error: "Please give a URL that begins with https://." }),
      events: z
        .array(z.enum(EVENTS, `events must name ${EVENTS.join(", ")}.`))
        .check(z.minLength(1, "Please choose at least one event.")),
    }),
    errorStatuses: [409],
    response: responseOf(z.object({ secret: z.string(), added: webhook })),
  },
  switchWebhookEndpoint: {
    ...WEBHOOKS,
    method: "POST",
    path: "/webhooks/:id/state",
    repeat: "harmless",
    summary: "Switch a webhook endpoint on or off; events that happen while it is off are sent once it is on",
    params: byId,
    body: z.object({ isOn: z.boolean() }),
    errorStatuses: [404],
    response: responseOf(z.array(webhook)),
  },
  rotateWebhookSecret: {
    ...WEBHOOKS,
    method: "POST",
    path: "/webhooks/:id/secret",
    repeat: "key",
    summary: "Give a webhook endpoint a new signing secret; for a day, requests are signed with both",
    stepUp: true,
    params: byId,
    errorStatuses: [404],
    response: responseOf(z.object({ secret: z.string() })),
  },
  deleteWebhookEndpoint: {
    ...WEBHOOKS,
    method: "DELETE",
    path: "/webhooks/:id",
    repeat: "seen",
    summary: "Delete a webhook endpoint with its deliveries",
    stepUp: true,
    params: byId,
    errorStatuses: [404],
    response: responseOf(z.array(webhook)),
  },
  listDeliveries: {
    ...WEBHOOKS,
    method: "GET",
    path: "/webhooks/:id/deliveries",
    summary: "The deliveries of the last month to a webhook endpoint, newest first, 50 a page",
    params: byId,
    query: z.object({
      /** The `_id` of the last delivery of the previous page. */
      before: z.optional(rowId("before must be digits.")),
    }),
    errorStatuses: [404],
    response: responseOf(z.object({ webhook, deliveries: z.array(delivery), hasMore: z.boolean() })),
  },
  retryDelivery: {
    ...WEBHOOKS,
    method: "POST",
    path: "/webhooks/:id/deliveries/:delivery/retry",
    repeat: "key",
    summary: "Send a delivery again, with the same request id",
    params: z.object({ id: rowId("id must be digits."), delivery: rowId("delivery must be digits.") }),
    errorStatuses: [404, 409],
    response: responseOf(z.object({})),
  },
} as const satisfies Record<string, AdminEndpoint>;
