/** Messages by WhatsApp and SMS in the back office: which channels are connected, the texts, and what was sent. */

import * as z from "zod/mini";
import { mobileField } from "../mobile-field.ts";
import { PHONE_CHANNELS } from "../phone-messages/channels.ts";
import { PHONE_EVENT_NAMES } from "../phone-messages/events.ts";
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH, PHONE_TEMPLATE_STATES } from "../phone-messages/templates.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

const templateText = z.object({ name: z.string(), dltId: z.string(), text: z.string(), hasButton: z.boolean() });

const template = z.object({
  event: z.enum(PHONE_EVENT_NAMES),
  channel: z.enum(PHONE_CHANNELS),
  /** As it is edited; what the shop suggests until one is saved. */
  draft: templateText,
  /** As it is used; null before the first approval. */
  approved: z.nullable(templateText),
  /** The forms of the draft in which it is registered, each with its place. */
  forms: z.array(z.object({ place: z.string(), text: z.string() })),
  isEnabled: z.boolean(),
  state: z.enum(PHONE_TEMPLATE_STATES),
  /** Why it is rejected or stopped. */
  reason: z.string(),
  /** 0 until it is saved. */
  version: z.number(),
});
export type AdminPhoneTemplate = z.infer<typeof template>;

const channel = z.object({
  channel: z.enum(PHONE_CHANNELS),
  /** Whether the settings, or in a demo the sandbox, name an account. */
  isConnected: z.boolean(),
  /** Where the provider reports deliveries; the token of SMS is not shown. */
  webhookUrl: z.string(),
  /** When a delivery was last reported; null if none was. */
  reportedAt: z.nullable(z.string()),
  /** Why the last message was not accepted, if none was accepted since; empty otherwise. */
  problem: z.string(),
});

const failedMessage = z.object({
  _id: z.string(),
  number: z.string(),
  at: z.string(),
  event: z.enum(PHONE_EVENT_NAMES),
  channel: z.enum(PHONE_CHANNELS),
  error: z.string(),
});
export type FailedPhoneMessage = z.infer<typeof failedMessage>;

const phoneMessages = z.object({
  channels: z.array(channel),
  /** Whether the demo’s sandbox stands in for one. */
  hasSandbox: z.boolean(),
  templates: z.array(template),
  /** Up to 50 messages about orders that reached no phone and can be sent again, the newest first. */
  failed: z.array(failedMessage),
  /** By month, newest first: what was sent, delivered, and charged as providers report it. */
  counts: z.array(
    z.object({
      month: z.string(),
      channel: z.enum(PHONE_CHANNELS),
      /** The provider's; empty if it reports none. */
      category: z.string(),
      sent: z.number(),
      delivered: z.number(),
      billable: z.number(),
    }),
  ),
});
export type AdminPhoneMessages = z.infer<typeof phoneMessages>;

const byTemplate = z.object({
  event: z.enum(PHONE_EVENT_NAMES, "event must be one that messages report."),
  channel: z.enum(PHONE_CHANNELS, "channel must be whatsapp or sms."),
});

const templateBody = z.object({
  name: textField({
    max: MAX_NAME_LENGTH,
    mayBeEmpty: true,
    error: `A template’s name has at most ${MAX_NAME_LENGTH} characters.`,
  }),
  dltId: textField({ max: 30, mayBeEmpty: true, error: "The DLT template id has 19 digits." }),
  text: textField({
    max: MAX_TEXT_LENGTH,
    missing: "Please enter the text.",
    error: `A text has at most ${MAX_TEXT_LENGTH} characters.`,
  }),
  hasButton: z.boolean("hasButton must be true or false."),
  isEnabled: z.boolean("isEnabled must be true or false."),
  isApproved: z.boolean("isApproved must be true or false."),
  version: z.int("version must be that of the page.").check(z.gte(0)),
});

const PHONES = { tag: "Integrations", permission: "edit_settings" } as const;

export const phoneMessageEndpoints = {
  listPhoneTemplates: {
    ...PHONES,
    method: "GET",
    path: "/phone-templates",
    summary: "The channels to phones, the texts of messages, and how many were sent, delivered and charged each month",
    response: responseOf(phoneMessages),
  },
  savePhoneTemplate: {
    ...PHONES,
    method: "PATCH",
    path: "/phone-templates/:event/:channel",
    repeat: "seen",
    summary:
      "Save the text of a message, say that its provider has approved it, or switch it on or off. The approved text stays in use until the next one is. 409: somebody else has changed it",
    params: byTemplate,
    body: templateBody,
    errorStatuses: [409],
    response: responseOf(phoneMessages),
  },
  sendPhoneMessageAgain: {
    ...PHONES,
    method: "POST",
    path: "/phone-messages/:id/again",
    repeat: "seen",
    summary: "Send a message once more that has reached no phone. 409: it is on its way, or can’t be sent again",
    params: z.object({ id: rowId("id must be digits.") }),
    errorStatuses: [404, 409],
    response: responseOf(phoneMessages),
  },
  testPhoneTemplate: {
    ...PHONES,
    method: "POST",
    path: "/phone-templates/:event/:channel/test",
    repeat: "key",
    summary: "Send the approved text with example values to a number of staff. 409: it is not approved",
    params: byTemplate,
    body: z.object({ mobile: mobileField({ missing: "Please enter the number of a phone of yours." }) }),
    errorStatuses: [409, 429],
    response: responseOf(z.object({})),
  },
} as const satisfies Record<string, AdminEndpoint>;
