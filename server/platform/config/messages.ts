import { z } from "zod";
import { headerKey, webAddress, wholeNumber } from "./formats.ts";
import { isGuessable, isPublished } from "./published-keys.ts";
import { define } from "./setting.ts";

/** A secret of our own, or one that signs. */
const key = z.string().trim().max(500, "must be at most 500 characters");
const unfitSecret = (text: string) =>
  text !== "" && (isPublished(text) || isGuessable(text, 12)) ? "strangers might guess it" : undefined;

/** WhatsApp and SMS. Without their settings a live shop sends emails only. */
export const MESSAGES = {
  WHATSAPP_PHONE_NUMBER_ID: define({
    scope: "deployment",
    meaning:
      "Id of the shop’s number at WhatsApp (Cloud API), digits only; with the token, the app secret and the verify token below, customers who agree get messages by WhatsApp. Empty: none; the demo has a sandbox.",
    schema: z
      .string()
      .trim()
      .regex(/^\d{0,30}$/, "must be the number’s id at Meta, which has digits only, or be empty"),
    default: "",
  }),
  WHATSAPP_TOKEN: define({
    scope: "deployment",
    meaning: "Access token of a system user at Meta; one of a person ends after 60 days.",
    schema: headerKey(500),
    secret: true,
    default: "",
  }),
  WHATSAPP_APP_SECRET: define({
    scope: "deployment",
    meaning: "Secret of the app at Meta, by which it signs its webhooks at /api/webhooks/whatsapp.",
    schema: key,
    secret: true,
    default: "",
    unfitForLive: unfitSecret,
  }),
  WHATSAPP_VERIFY_TOKEN: define({
    scope: "deployment",
    meaning: "A random text that you also enter at Meta with the address of the webhook.",
    schema: key,
    secret: true,
    default: "",
    unfitForLive: unfitSecret,
  }),
  WHATSAPP_API_VERSION: define({
    scope: "deployment",
    meaning: "Version of the Graph API. Meta ends each after about two years.",
    schema: wholeNumber(15, 99),
    default: "26",
  }),
  WHATSAPP_API: define({
    scope: "deployment",
    meaning: "Base URL of the Cloud API: Meta, or a reseller that takes the same requests.",
    schema: webAddress,
    default: "https://graph.facebook.com",
  }),
  MSG91_AUTH_KEY: define({
    scope: "deployment",
    meaning: "Key of the shop’s MSG91 account, which then sends its SMS. Empty: SMS_URL, or no SMS.",
    schema: headerKey(500),
    secret: true,
    default: "",
  }),
  MSG91_API: define({
    scope: "deployment",
    meaning: "Base URL of MSG91's API.",
    schema: webAddress,
    default: "https://control.msg91.com",
  }),
  SMS_URL: define({
    scope: "deployment",
    meaning: "Where another SMS provider takes a POST for each SMS, https only. Empty: MSG91, or no SMS.",
    schema: z
      .string()
      .trim()
      .refine((url) => url === "" || (/^https?:/.test(url) && URL.canParse(url)), "must be a web address, or be empty"),
    default: "",
  }),
  SMS_BODY: define({
    scope: "deployment",
    meaning:
      "The JSON that SMS_URL gets, with {to} (91 and ten digits), {text}, {header}, {dlt_template}, {dlt_entity} and {reference} where they belong.",
    schema: z.string().refine(isSmsBody, 'must be JSON such as {"to":"{to}","message":"{text}"} with {to} and {text}'),
    default:
      '{"to":"{to}","message":"{text}","sender":"{header}","template_id":"{dlt_template}","entity_id":"{dlt_entity}","reference":"{reference}"}',
  }),
  SMS_AUTHORIZATION: define({
    scope: "deployment",
    meaning: "The Authorization header of requests to SMS_URL, such as Bearer and a key.",
    schema: headerKey(500),
    secret: true,
    default: "",
  }),
  SMS_HEADER: define({
    scope: "deployment",
    meaning: "The sender id (header) that is registered on DLT, 3 to 6 letters.",
    schema: z
      .string()
      .trim()
      .regex(/^([A-Za-z]{3,6})?$/, "must have 3 to 6 letters, or be empty"),
    default: "",
  }),
  DLT_ENTITY_ID: define({
    scope: "deployment",
    meaning: "The shop’s principal entity id on DLT, 19 digits.",
    schema: z
      .string()
      .trim()
      .regex(/^(\d{19})?$/, "must have 19 digits, or be empty"),
    default: "",
  }),
  SMS_WEBHOOK_TOKEN: define({
    scope: "deployment",
    meaning:
      "A random text of at least 24 letters and digits: the end of the address to which the SMS provider reports deliveries, /api/webhooks/sms/TOKEN.",
    schema: z
      .string()
      .trim()
      .regex(/^([\w-]{24,100})?$/, "must have 24 to 100 letters, digits, _ or -, or be empty"),
    secret: true,
    default: "",
    unfitForLive: unfitSecret,
  }),
} as const;

function isSmsBody(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && text.includes("{to}") && text.includes("{text}");
  } catch {
    return false;
  }
}
