/** What must change before the shop goes live, in the order of the first-run guide, and tests of the external services. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { SETTING_SUBJECTS, type SettingSubject } from "./settings.ts";

export const GO_LIVE_STEPS = [
  "details",
  "seller",
  "machine",
  "mail",
  "payments",
  "catalogue",
  "texts",
  "shipping",
] as const;
export type GoLiveStep = (typeof GO_LIVE_STEPS)[number];

/** What a point is about, unless it is a setting. Each place has a page. */
const PLACES = ["setting", "database", "categories", "products", "shipping", "pages", "test_orders", "staff"] as const;

const point = z.object({
  /** One sentence. */
  text: z.string(),
  /** The command or the line of `.env` that does the same. */
  remedy: z.string(),
  place: z.enum(PLACES),
  /** The setting to change, with its label and the subject that shows it; null if the point is about something else. */
  setting: z.nullable(
    z.object({
      name: z.string(),
      label: z.string(),
      subject: z.enum(Object.keys(SETTING_SUBJECTS) as SettingSubject[]),
    }),
  ),
});
export type GoLivePoint = z.infer<typeof point>;

/** The database and the external services. */
export const SERVICES = ["database", "payments", "mail", "media", "cdn"] as const;
export type Service = (typeof SERVICES)[number];

const serviceState = z.object({
  service: z.enum(SERVICES),
  /** Identifies the service, for example the mail server's host. */
  detail: z.string(),
  /** Whether the shop uses it. */
  isUsed: z.boolean(),
  succeededAt: z.nullable(z.string()),
  failedAt: z.nullable(z.string()),
  error: z.nullable(z.string()),
});
export type ServiceState = z.infer<typeof serviceState>;

const optionalPart = z.object({
  part: z.enum(["couriers", "whatsapp", "sms"]),
  /** `begun`: something is set, and something is missing. */
  state: z.enum(["unused", "begun", "ready"]),
  /** A sentence each; empty unless it is begun. */
  missing: z.array(z.string()),
});
export type OptionalPart = z.infer<typeof optionalPart>;

const goLive = z.object({
  isDemo: z.boolean(),
  /** Whether everybody sees the shop. */
  isOpen: z.boolean(),
  /** The path of a link that shows a closed shop for 30 days. */
  visitPath: z.string(),
  /** Whether the first-run guide no longer opens by itself. */
  isDismissed: z.boolean(),
  steps: z.array(z.object({ step: z.enum(GO_LIVE_STEPS), points: z.array(point) })),
  /** What the shop may have besides; not among the points. */
  optional: z.array(optionalPart),
  /** Proposed values for settings that still have the demo's. */
  proposals: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  /** The latest tests of the services. */
  services: z.array(serviceState),
  products: z.number(),
  /** Orders that were placed while the shop took test payments. */
  testOrders: z.number(),
});
export type GoLive = z.infer<typeof goLive>;

const READ = { method: "GET", tag: "Settings", permission: "edit_settings" } as const;
const DO = { method: "POST", tag: "Settings", permission: "edit_settings" } as const;

export const goLiveEndpoints = {
  readGoLive: {
    ...READ,
    path: "/go-live",
    summary: "What must change before the shop goes live, by the steps of the first-run guide",
    response: responseOf(goLive),
  },
  acceptProposals: {
    ...DO,
    path: "/go-live/proposals",
    repeat: "harmless",
    summary: "Stores proposed settings, as the list has shown them",
    stepUp: true,
    body: z.object({
      names: z.array(textField({ max: 60, pattern: /^[A-Z][A-Z0-9_]*$/, error: "names must be those of settings." })),
    }),
    errorStatuses: [409],
    response: responseOf(goLive),
  },
  storeStarters: {
    ...DO,
    path: "/go-live/starters",
    repeat: "state",
    summary: "Stores the template pages and FAQs that are missing, and the starter list of categories if there is none",
    response: responseOf(goLive),
  },
  dismissGuide: {
    ...DO,
    path: "/go-live/dismissal",
    repeat: "harmless",
    summary: "The first-run guide no longer opens by itself",
    response: responseOf(goLive),
  },
  takeBackTestOrders: {
    ...DO,
    path: "/go-live/test-orders/taken-back",
    repeat: "state",
    summary:
      "Deletes every test order with its payments, documents and emails; stock, lots, costs and offers are as if it had never been placed",
    stepUp: true,
    response: responseOf(goLive),
  },
  listServices: {
    ...READ,
    path: "/services",
    summary: "The outside services and the database: what each is, its last success and its last error",
    response: responseOf(z.array(serviceState)),
  },
  testService: {
    ...DO,
    path: "/services/:service/test",
    repeat: "harmless",
    needsMember: true,
    summary: "Tests a service now, for at most 10 seconds; mail is sent to the caller’s own address",
    params: z.object({ service: z.enum(SERVICES, `service must be one of ${SERVICES.join(", ")}.`) }),
    errorStatuses: [404, 409],
    response: responseOf(serviceState),
  },
} as const satisfies Record<string, AdminEndpoint>;
