/** Home: what waits for staff, and how the shop sells. Amounts are rupees. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/** Kinds of work that can wait, each shown to members whose role may do it. */
const WORK = [
  "to_pack",
  "to_ship",
  "failed_deliveries",
  "reported_parcels",
  "weight_differences",
  "parcel_problems",
  "refused_couriers",
  "no_phone",
  "returns",
  "refunds",
  "disputes",
  "overdue_cash",
  "reviews",
  "messages",
  "grievances",
  "privacy_requests",
  "incidents",
  "low_stock",
  "sold_out_soon",
  "ended_claims",
  "failed_mails",
  "failed_jobs",
  "go_live",
] as const;
export type Work = (typeof WORK)[number];

const salesTotals = z.object({
  orders: z.number(),
  sales: rupees,
  /** The average value of an order; 0 without orders. */
  average: rupees,
  /** Number and amount of the credit notes for returned or faulty goods. */
  returns: z.number(),
  returned: rupees,
});
export type SalesTotals = z.infer<typeof salesTotals>;

/** How many days, today included, are compared with as many before them. */
export const COMPARED_DAYS = 30;

const salesOverview = z.object({
  today: salesTotals,
  yesterday: salesTotals,
  last: salesTotals,
  before: salesTotals,
  /** One entry for each of the last days, oldest first; the last is today. */
  days: z.array(z.object({ day: z.string(), orders: z.number(), sales: rupees })),
  bestSellers: z.array(z.object({ title: z.string(), slug: z.string(), units: z.number(), sales: rupees })),
  /** States of India by sales. */
  states: z.array(z.object({ state: z.string(), orders: z.number(), sales: rupees })),
});
export type SalesOverview = z.infer<typeof salesOverview>;

const home = z.object({
  work: z.array(
    z.object({
      kind: z.enum(WORK),
      count: z.number(),
      /** The next deadline, for example of grievances; null for work without one. */
      dueBy: z.nullable(z.string()),
    }),
  ),
  /** Null without the permission to see reports. */
  sales: z.nullable(salesOverview),
  /** Whether Home opens the first-run guide instead. */
  guide: z.boolean(),
});
export type Home = z.infer<typeof home>;

/** Maximum entries of each kind. */
export const MAX_WAITING = 100;

export const homeEndpoints = {
  readHome: {
    method: "GET",
    path: "/home",
    summary: "Counts of what waits for the caller, 100 at most each, and the sales of today and of the last days",
    tag: "Home",
    permission: "signed_in",
    response: responseOf(home),
  },
  streamEvents: {
    method: "GET",
    path: "/events",
    summary:
      "Server-sent events that say what has changed: `orders`, `messages`; for clients that accept text/event-stream",
    tag: "Home",
    permission: "signed_in",
    isBackground: true,
    produces: "text/event-stream",
  },
} as const satisfies Record<string, AdminEndpoint>;
