/** Setting up a shop of one's own from the demo, and what it is connected to: its web address, mail server and payment provider. */

import * as z from "zod/mini";
import { email } from "../accounts/schemas.ts";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { KEYED_SERVICES, SERVICE_KEYS, type ServiceKey } from "./service-keys.ts";
import { linkToken, nothing } from "./session.ts";

/** The owner's settings that setup asks for; the others are in Go live. */
export const ASKED_SETTINGS = [
  "SHOP_NAME",
  "SHOP_EMAIL",
  "SHOP_PHONE",
  "SHOP_ADDRESS",
  "SELLER_NAME",
  "SELLER_GSTIN",
  "SELLER_STATE",
  "ORDER_PREFIX",
] as const;
export type AskedSetting = (typeof ASKED_SETTINGS)[number];

/** The settings of the deployment that the back office changes. */
export const CONNECTION_SETTINGS = [
  "SHOP_ORIGIN",
  "SMTP_URL",
  "RAZORPAY_KEY_ID",
  "RAZORPAY_KEY_SECRET",
  "RAZORPAY_WEBHOOK_SECRETS",
  ...KEYED_SERVICES.flatMap((service): readonly ServiceKey[] => SERVICE_KEYS[service]),
] as const;

const MAX_ANSWER = 1000;
const settingName = textField({ max: 60, pattern: /^[A-Z][A-Z0-9_]*$/, error: "answers must be those of questions." });
const answer = textField({
  max: MAX_ANSWER,
  mayBeEmpty: true,
  error: `Please use at most ${MAX_ANSWER} characters.`,
});

const origin = textField({
  missing: "Please enter the shop’s web address.",
  max: 200,
  pattern: /^https?:\/\/[^\s/]+\/?$/i,
  error: "Please enter a web address such as https://shop.example, without a path.",
});
const secret = textField({
  max: 500,
  mayBeEmpty: true,
  verbatim: true,
  pattern: /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u,
  error: "Please use at most 500 characters, and none that cannot be typed.",
});
const mailServer = z.object({
  host: textField({
    missing: "Please enter the mail server’s name.",
    max: 253,
    pattern: /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/i,
    error: "Please enter the mail server’s name, such as smtp.example.com.",
  }),
  port: z.int("Please enter a port such as 465 or 587.").check(z.gte(1), z.lte(65_535)),
  /** Both empty for a server that asks nobody who they are. */
  user: textField({ max: 320, mayBeEmpty: true, error: "Please use at most 320 characters." }),
  password: secret,
});
export type MailServer = z.infer<typeof mailServer>;
const paymentKeys = z.object({
  keyId: textField({
    missing: "Please enter the key id.",
    max: 60,
    pattern: /^rzp_(?:test|live)_[A-Za-z0-9]+$/,
    error: "A key id begins with rzp_test_ or rzp_live_.",
  }),
  keySecret: textField({ missing: "Please enter the key secret.", max: 200, error: "Please check the key secret." }),
});
export type PaymentKeys = z.infer<typeof paymentKeys>;

/** The webhook to enter in the payment provider's dashboard. Its secret is shown only in this response. */
const webhook = z.object({ url: z.string(), secret: z.string() });
export type NewWebhook = z.infer<typeof webhook>;

/** What a page that waits for the shop to start again asks. */
const started = {
  /** When this process was started. A change starts another. */
  startedAt: z.string(),
  /** Why the last change was undone: the shop did not start with it. Null if it was not. */
  undone: z.nullable(z.string()),
};

const opened = z.object({
  /** What to answer, in order. */
  questions: z.array(
    z.object({
      name: z.enum(ASKED_SETTINGS),
      label: z.string(),
      meaning: z.string(),
      input: z.enum(["text", "lines", "choice"]),
      options: z.array(z.string()),
    }),
  ),
  /** The owner's invitation, if the shop is set up and nobody has joined yet; another one each time. */
  invitation: z.nullable(z.string()),
  /** The web address by which this page was opened. */
  origin: z.string(),
  /** The folder that the shop's data will be in. */
  folder: z.string(),
  ...started,
});
export type OpenedSetup = z.infer<typeof opened>;

const connections = z.object({
  origin: z.string(),
  /** Where emails are sent from; null without a mail server. */
  mailServer: z.nullable(z.object({ host: z.string(), port: z.number(), user: z.string() })),
  /** Null without keys. */
  keyId: z.nullable(z.string()),
  hasWebhook: z.boolean(),
  /** The optional services whose keys are set. */
  services: z.array(z.enum(KEYED_SERVICES)),
  webhookUrl: z.string(),
  /** The settings that something else than the file sets, so that they cannot be changed here. */
  setOutside: z.array(z.string()),
  /** Why nothing can be changed here; null if it can. */
  locked: z.nullable(z.string()),
  /** The file that has the settings. */
  file: z.string(),
  ...started,
});
export type Connections = z.infer<typeof connections>;

const OPEN = { method: "POST", tag: "Settings", permission: "anyone" } as const;

export const setupEndpoints = {
  reachShop: {
    method: "GET",
    path: "/setup/reach/:nonce",
    tag: "Settings",
    permission: "anyone",
    summary: "Notes by which web address this number of the shop’s has come to it, before that address is stored",
    params: z.object({ nonce: linkToken }),
    errorStatuses: [404],
    response: responseOf(z.object({ origin: z.string() })),
  },
  openSetup: {
    ...OPEN,
    path: "/setup/open",
    repeat: "state",
    summary:
      "The questions of setup, for the link that npm start prints; once the shop is set up, the owner’s invitation until somebody has joined",
    body: z.object({ token: linkToken }),
    errorStatuses: [404, 429],
    response: responseOf(opened),
  },
  testSetupMail: {
    ...OPEN,
    path: "/setup/test-email",
    repeat: "harmless",
    summary: "Sends a test email at once by a mail server that is not stored yet; the error is the server’s answer",
    body: z.object({ token: linkToken, to: email, from: email, mailServer }),
    errorStatuses: [404, 409, 429],
    response: responseOf(nothing),
  },
  setUpShop: {
    ...OPEN,
    path: "/setup",
    repeat: "state",
    summary:
      "Sets up a shop with a database of its own and starts it instead of the demo. The response has the invitation of its owner",
    body: z.object({
      token: linkToken,
      /** The email by which the owner signs in. */
      owner: email,
      origin,
      /** By the names of the questions. */
      answers: z.record(settingName, answer),
      mailServer: z.optional(mailServer),
      paymentKeys: z.optional(paymentKeys),
    }),
    errorStatuses: [404, 409, 429],
    response: responseOf(z.object({ invitation: z.string(), webhook: z.nullable(webhook) })),
  },
  readConnections: {
    method: "GET",
    path: "/connections",
    tag: "Settings",
    permission: "change_keys",
    summary: "What the shop is connected to, without secrets, and what of it can be changed here",
    response: responseOf(connections),
  },
  changeConnections: {
    method: "PATCH",
    path: "/connections",
    repeat: "state",
    tag: "Settings",
    permission: "change_keys",
    needsMember: true,
    stepUp: true,
    summary:
      "Checks a mail server, payment keys, a courier’s keys or a web address, stores them in the file .env and starts the shop again. Every owner gets an email",
    body: z.object({
      origin: z.optional(origin),
      mailServer: z.optional(mailServer),
      paymentKeys: z.optional(paymentKeys),
      /** All keys of an optional service, by the names of their settings. */
      serviceKeys: z.optional(
        z.object({
          service: z.enum(KEYED_SERVICES, `service must be one of ${KEYED_SERVICES.join(", ")}.`),
          values: z.record(settingName, secret),
        }),
      ),
      /** Generates another secret of the webhook; the old one counts until the next. */
      newWebhookSecret: z.optional(z.literal(true)),
    }),
    errorStatuses: [409],
    response: responseOf(z.object({ webhook: z.nullable(webhook), startedAt: z.string() })),
  },
} as const satisfies Record<string, AdminEndpoint>;
