/** WhatsApp's webhooks: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components. */

import { createHmac } from "node:crypto";
import { z } from "zod";
import { beginningOf } from "../../../../contract/text.ts";
import { isIndianMobile, mobileNumberOf } from "../../../../contract/written-numbers.ts";
import { equalInConstantTime } from "../../../base/secrets.ts";
import type { PhoneReport } from "../reports.ts";
import { refusalOf } from "./errors.ts";

/** Whether the body was signed with the app's secret. It signs the raw body: parsed and written again, it would have other escapes. */
export function isSignedBy(secret: string, body: Buffer, signature: unknown): boolean {
  if (secret === "" || typeof signature !== "string" || signature.length > 100) return false;
  return equalInConstantTime(signature, `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
}

/** A text that somebody has sent to the shop. */
export interface IncomingText {
  id: string;
  /** Ten digits; null for a number of another country. */
  mobile: string | null;
  /** As WhatsApp writes it, digits only. */
  from: string;
  name: string;
  /** Empty for pictures and other media, which are not downloaded. */
  text: string;
  /** When it was sent, to the second. */
  at: Date;
}

/** What Meta says of a template. */
export interface TemplateReport {
  name: string;
  language: string;
  state: "approved" | "rejected" | "paused" | "recategorised";
  reason: string;
}

/** What a webhook reports about the shop's number. */
interface WhatsAppEvents {
  reports: PhoneReport[];
  texts: IncomingText[];
  templates: TemplateReport[];
}

const text = (max: number) => z.string().transform((value) => beginningOf(value, max));
const STATUS = z.object({
  id: z.string().max(200),
  status: z.string(),
  timestamp: z.coerce.number(),
  biz_opaque_callback_data: z.string().max(200).optional(),
  pricing: z.object({ billable: z.boolean().optional(), category: text(50).optional() }).optional(),
  errors: z
    .array(z.object({ code: z.number(), error_data: z.object({ details: text(200).optional() }).optional() }))
    .optional(),
});
const MESSAGE = z.object({
  id: z.string().max(200),
  from: z.string().regex(/^\d{1,20}$/),
  timestamp: z.coerce.number().optional().catch(undefined),
  text: z.object({ body: text(4096) }).optional(),
  button: z.object({ text: text(200) }).optional(),
});
const MESSAGES = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z.array(z.object({ profile: z.object({ name: text(100) }).optional() })).optional(),
  statuses: z.array(z.unknown()).optional(),
  messages: z.array(z.unknown()).optional(),
});
const TEMPLATE_STATUS = z.object({
  event: z.string(),
  message_template_name: z.string().max(512),
  message_template_language: z.string().max(20),
  reason: text(200).nullish(),
});
const TEMPLATE_CATEGORY = z.object({
  message_template_name: z.string().max(512),
  message_template_language: z.string().max(20),
  new_category: z.string(),
});
const PAYLOAD = z.object({
  object: z.literal("whatsapp_business_account"),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) })),
});

const STATES = { sent: "accepted", delivered: "delivered", read: "read", failed: "failed" } as const;
const TEMPLATE_STATES: Readonly<Record<string, TemplateReport["state"]>> = {
  APPROVED: "approved",
  REINSTATED: "approved",
  UNPAUSED: "approved",
  REJECTED: "rejected",
  PAUSED: "paused",
  DISABLED: "paused",
  FLAGGED: "paused",
};

/** Reads a webhook; null if it is none. What is not known, or is about another number, is skipped. */
export function readWebhook(json: unknown, phoneNumberId: string): WhatsAppEvents | null {
  const payload = PAYLOAD.safeParse(json);
  if (!payload.success) return null;
  const events: WhatsAppEvents = { reports: [], texts: [], templates: [] };
  for (const { field, value } of payload.data.entry.flatMap(({ changes }) => changes)) {
    if (field === "messages") addMessages(events, value, phoneNumberId);
    if (field === "message_template_status_update") {
      const read = TEMPLATE_STATUS.safeParse(value).data;
      const state = read && TEMPLATE_STATES[read.event];
      if (state)
        events.templates.push({
          name: read.message_template_name,
          language: read.message_template_language,
          state,
          reason: read.reason ?? "",
        });
    }
    if (field === "template_category_update") {
      const read = TEMPLATE_CATEGORY.safeParse(value).data;
      if (read?.new_category.toUpperCase() === "MARKETING")
        events.templates.push({
          name: read.message_template_name,
          language: read.message_template_language,
          state: "recategorised",
          reason: "Meta has made it marketing.",
        });
    }
  }
  return events;
}

function addMessages(events: WhatsAppEvents, value: unknown, phoneNumberId: string): void {
  const read = MESSAGES.safeParse(value).data;
  if (read?.metadata.phone_number_id !== phoneNumberId) return;
  for (const status of read.statuses ?? []) {
    const { data } = STATUS.safeParse(status);
    if (!data || !Object.hasOwn(STATES, data.status)) continue;
    const [error] = data.errors ?? [];
    events.reports.push({
      channel: "whatsapp",
      providerId: data.id,
      reference: data.biz_opaque_callback_data ?? null,
      state: STATES[data.status as keyof typeof STATES],
      at: timeOf(data.timestamp),
      error: error ? `${error.code} ${error.error_data?.details ?? ""}`.trim() : "",
      refusal: error ? refusalOf(error.code, 200) : null,
      isBillable: data.pricing?.billable ?? null,
      category: data.pricing?.category ?? null,
    });
  }
  for (const message of read.messages ?? []) {
    const { data } = MESSAGE.safeParse(message);
    if (data)
      events.texts.push({
        id: data.id,
        from: data.from,
        mobile: isIndianMobile(data.from) ? mobileNumberOf(data.from) : null,
        name: read.contacts?.[0]?.profile?.name ?? "",
        text: data.text?.body ?? data.button?.text ?? "",
        at: timeOf(data.timestamp ?? Number.NaN),
      });
  }
}

/** Reads a time in seconds; now if it is none. */
function timeOf(seconds: number): Date {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? new Date() : time;
}
