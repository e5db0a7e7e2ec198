/** WhatsApp by Meta's Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages. */

import { z } from "zod";
import { valuesIn } from "../../../../contract/phone-messages/templates.ts";
import type { DeploymentSettings } from "../../config/config.ts";
import type { Post } from "../../outgoing/post.ts";
import { type OutgoingPhoneMessage, type PhoneProvider, PhoneRefusal } from "../channel.ts";
import { postJson } from "../post-json.ts";
import { refusalOf } from "./errors.ts";

type Account = Pick<
  DeploymentSettings,
  "WHATSAPP_PHONE_NUMBER_ID" | "WHATSAPP_TOKEN" | "WHATSAPP_API_VERSION" | "WHATSAPP_API"
>;

const ACCEPTED = z.object({ messages: z.array(z.object({ id: z.string().min(1).max(200) })).min(1) });
const REJECTED = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().optional(),
    error_data: z.object({ details: z.string().optional() }).optional(),
  }),
});

/** Meta refuses line breaks, tabs and more than four spaces in a row in a value, and an empty one. */
const inOneLine = (value: string) => value.replace(/\s+/g, " ").trim() || "-";

const parameter = (text: string) => ({ type: "text", text: inOneLine(text) });

export function cloudApi(settings: Account, post: Post): PhoneProvider {
  const url = `${settings.WHATSAPP_API}/v${settings.WHATSAPP_API_VERSION}.0/${settings.WHATSAPP_PHONE_NUMBER_ID}/messages`;

  async function request(mobile: string, content: object): Promise<string> {
    const { status, json } = await postJson(
      post,
      url,
      { authorization: `Bearer ${settings.WHATSAPP_TOKEN}` },
      { messaging_product: "whatsapp", recipient_type: "individual", to: `91${mobile}`, ...content },
    );
    const accepted = ACCEPTED.safeParse(json);
    if (status === 200 && accepted.success) return accepted.data.messages[0]?.id ?? "";
    const rejected = REJECTED.safeParse(json).data?.error;
    // A success that cannot be read is one all the same.
    if (!rejected) throw new PhoneRefusal(status < 300 ? "uncertain" : refusalOf(-1, status), `status ${status}`);
    const details = rejected.error_data?.details ?? rejected.message ?? "";
    throw new PhoneRefusal(refusalOf(rejected.code, status), `${rejected.code} ${details}`.trim());
  }

  return {
    send: (message) =>
      request(message.mobile, {
        biz_opaque_callback_data: message.reference,
        type: "template",
        template: {
          name: message.template.name,
          language: { code: message.language },
          components: componentsOf(message),
        },
      }),
    async reply(mobile, body) {
      await request(mobile, { type: "text", text: { body } });
    },
  };
}

function componentsOf({ event, template, values }: OutgoingPhoneMessage): object[] {
  const used = valuesIn(template.text);
  const body = { type: "body", parameters: used.map((name) => parameter(values[name] ?? "")) };
  // The button of an authentication template copies the code, which Meta wants as that of an address.
  const button = event === "cash_code" ? values.code : template.hasButton ? values.link : undefined;
  return [
    ...(used.length > 0 ? [body] : []),
    ...(button === undefined ? [] : [{ type: "button", sub_type: "url", index: "0", parameters: [parameter(button)] }]),
  ];
}
