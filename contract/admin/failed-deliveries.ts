/** Deliveries that failed: what the customer wants, what the courier says to it, and what staff does. */

import * as z from "zod/mini";
import { DELIVERY_ANSWERS, FAILURE_REASONS } from "../couriers.ts";
import { deliveryAnswerFields } from "../deliveries/schemas.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/**
 * `open`: wait for an answer, or for staff. `told`: the courier has the answer. `coming_back`: by its answer, or by
 * a scan. `closed`: over.
 */
export const FAILED_DELIVERY_TABS = ["open", "told", "coming_back", "closed"] as const;
export type FailedDeliveryTab = (typeof FAILED_DELIVERY_TABS)[number];

export const failedDeliveryQuery = z.object({
  tab: z._default(z.enum(FAILED_DELIVERY_TABS, `tab must be one of ${FAILED_DELIVERY_TABS.join(", ")}.`), "open"),
  /** The `_id` of the last one of the previous page. */
  after: z.optional(rowId("after must be digits.")),
});
export type FailedDeliveryQuery = z.infer<typeof failedDeliveryQuery>;

const listedFailedDelivery = z.object({
  _id: z.string(),
  number: z.string(),
  customer: z.string(),
  /** The receiver’s number; null without the permission to see it. */
  mobile: z.nullable(z.string()),
  place: z.string(),
  courier: z.string(),
  awb: z.string(),
  attempt: z.number(),
  reason: z.enum(FAILURE_REASONS),
  /** The courier's own words. */
  detail: z.string(),
  failedAt: z.string(),
  answer: z.nullable(z.enum(DELIVERY_ANSWERS)),
  answeredBy: z.nullable(z.enum(["staff", "customer"])),
  againOn: z.nullable(z.string()),
  newMobile: z.string(),
  note: z.string(),
  /** Whether the shop tells the courier by itself; otherwise staff does, and says so. */
  isBooked: z.boolean(),
  isTold: z.boolean(),
  /** What the courier has made of the answer. */
  providerAnswer: z.string(),
  /** Whether an answer can be given or changed. */
  canAnswer: z.boolean(),
  /** The days among which one can choose. */
  days: z.array(z.string()),
});
export type ListedFailedDelivery = z.infer<typeof listedFailedDelivery>;

const byId = z.object({ id: rowId("id must be digits.") });
const ANSWER = {
  tag: "Orders",
  permission: "fulfil_orders",
  method: "POST",
  params: byId,
  errorStatuses: [404, 409],
  response: responseOf(listedFailedDelivery),
} as const;

export const failedDeliveryEndpoints = {
  listFailedDeliveries: {
    method: "GET",
    path: "/failed-deliveries",
    summary: "Deliveries that failed, the oldest first, 50 a page",
    tag: "Orders",
    permission: "view_orders",
    query: failedDeliveryQuery,
    response: responseOf(z.object({ deliveries: z.array(listedFailedDelivery), hasMore: z.boolean() })),
  },
  answerFailedDelivery: {
    ...ANSWER,
    path: "/failed-deliveries/:id/answer",
    repeat: "state",
    summary: "Say for the customer what the courier is to do. 409: it has been told already, or it is over",
    body: z.object(deliveryAnswerFields),
  },
  closeFailedDelivery: {
    ...ANSWER,
    path: "/failed-deliveries/:id/close",
    repeat: "state",
    summary: "Take a failed delivery from the list: the courier has been told the answer, or nothing is left to do",
    body: z.object({
      outcome: z.enum(["told", "over"], "outcome must be told or over."),
      note: z.optional(textField({ max: 300, error: "Please use up to 300 characters.", mayBeEmpty: true })),
    }),
  },
} as const satisfies Record<string, AdminEndpoint>;
