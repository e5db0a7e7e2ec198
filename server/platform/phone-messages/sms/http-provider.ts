/** SMS by a provider that takes the finished text as JSON at one URL. */

import type { DeploymentSettings } from "../../config/config.ts";
import type { Post } from "../../outgoing/post.ts";
import { type OutgoingPhoneMessage, type PhoneProvider, PhoneRefusal } from "../channel.ts";
import { postJson } from "../post-json.ts";
import { smsText } from "./sms-text.ts";

type Account = Pick<DeploymentSettings, "SMS_URL" | "SMS_BODY" | "SMS_AUTHORIZATION" | "SMS_HEADER" | "DLT_ENTITY_ID">;

/** The keys by which providers name the id of a message. */
const ID_KEYS = ["id", "message_id", "messageId", "request_id", "requestId", "sid", "reference"];

export function httpSms(settings: Account, post: Post): PhoneProvider {
  const body: unknown = JSON.parse(settings.SMS_BODY);
  return {
    async send(message) {
      const { status, json } = await postJson(
        post,
        settings.SMS_URL,
        settings.SMS_AUTHORIZATION ? { authorization: settings.SMS_AUTHORIZATION } : {},
        filled(body, placeholdersOf(settings, message)),
      );
      // Without an id, reports name it by the reference.
      if (status >= 200 && status < 300) return findId(json) ?? message.reference;
      if (status === 429 || status >= 500) throw new PhoneRefusal("later", `status ${status}`);
      throw new PhoneRefusal(status === 401 || status === 403 ? "account" : "never", `status ${status}`);
    },
  };
}

const placeholdersOf = (settings: Account, { mobile, template, values, reference }: OutgoingPhoneMessage) => ({
  to: `91${mobile}`,
  text: smsText(template.text, values),
  header: settings.SMS_HEADER,
  dlt_template: template.dltId,
  dlt_entity: settings.DLT_ENTITY_ID,
  template: template.name,
  reference,
});

/** Fills the placeholders in all texts of a JSON value, so that no value can change its structure. */
function filled(json: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof json === "string") return json.replace(/\{([a-z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
  if (Array.isArray(json)) return json.map((one) => filled(one, values));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, filled(value, values)]));
}

/** Finds the provider's id in its response, at the top or one level below. */
function findId(json: unknown): string | null {
  if (typeof json !== "object" || json === null) return null;
  const levels = [json, ...Object.values(json).flat()].filter((one) => typeof one === "object" && one !== null);
  for (const level of levels)
    for (const key of ID_KEYS) {
      const value: unknown = (level as Record<string, unknown>)[key];
      if ((typeof value === "string" && value !== "" && value.length <= 200) || typeof value === "number")
        return String(value);
    }
  return null;
}
