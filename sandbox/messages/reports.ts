/** Reports what becomes of messages, by the providers' webhooks. */

import { createHmac } from "node:crypto";
import type { SandboxPhoneMessage } from "./phones.ts";

/** Sends a webhook to the shop. @returns its status */
export type SendReport = (path: string, body: string, headers: Record<string, string>) => Promise<number>;

interface ReportKeys {
  phoneNumberId: string;
  appSecret: string;
  webhookToken: string;
}

/** Meta writes letters beyond ASCII as escapes, which a body that is parsed and written again has not. */
const asMetaWrites = (value: unknown) =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const ACCOUNT_ID = "200000000000001";

export function createReporter(send: SendReport, { phoneNumberId, appSecret, webhookToken }: ReportKeys) {
  const metadata = { display_phone_number: "915224001416", phone_number_id: phoneNumberId };

  function sendChange(field: string, value: object): Promise<number> {
    const body = asMetaWrites({
      object: "whatsapp_business_account",
      entry: [{ id: ACCOUNT_ID, changes: [{ field, value }] }],
    });
    const signature = createHmac("sha256", appSecret).update(body).digest("hex");
    return send("/api/webhooks/whatsapp", body, {
      "content-type": "application/json",
      "x-hub-signature-256": `sha256=${signature}`,
    });
  }

  function whatsAppState(message: SandboxPhoneMessage, status: string, code?: number): Promise<number> {
    return sendChange("messages", {
      messaging_product: "whatsapp",
      metadata,
      statuses: [
        {
          id: message.providerId,
          status,
          timestamp: String(Math.floor(Date.now() / 1000)),
          recipient_id: `91${message.mobile}`,
          ...(message.reference && { biz_opaque_callback_data: message.reference }),
          ...(status !== "failed" && {
            pricing: { billable: true, pricing_model: "PMP", category: message.category, type: "regular" },
          }),
          ...(code !== undefined && {
            errors: [{ code, title: `Error ${code}`, error_data: { details: `Error ${code} of the sandbox` } }],
          }),
        },
      ],
    });
  }

  function smsState(message: SandboxPhoneMessage, status: string, code?: number): Promise<number> {
    const report = {
      requestId: message.providerId,
      report: [
        {
          number: `91${message.mobile}`,
          status: status === "failed" ? "2" : "1",
          desc: status === "failed" ? "FAILED" : "DELIVERED",
          ...(code !== undefined && { failedReason: String(code) }),
        },
      ],
    };
    return send(`/api/webhooks/sms/${webhookToken}`, `data=${encodeURIComponent(JSON.stringify([report]))}`, {
      "content-type": "application/x-www-form-urlencoded",
    });
  }

  return {
    /** Reports a state; an SMS has only delivered and failed. @param code why it failed */
    async state(message: SandboxPhoneMessage, status: string, code?: number): Promise<void> {
      if (message.channel === "whatsapp") await whatsAppState(message, status, code);
      else if (status === "delivered" || status === "failed") await smsState(message, status, code);
    },

    /** Reports a text that a phone has sent. */
    async text(message: SandboxPhoneMessage): Promise<void> {
      await sendChange("messages", {
        messaging_product: "whatsapp",
        metadata,
        contacts: [{ profile: { name: "Demo phone" }, wa_id: `91${message.mobile}` }],
        messages: [
          {
            from: `91${message.mobile}`,
            id: message.providerId,
            timestamp: String(Math.floor(Date.now() / 1000)),
            type: "text",
            text: { body: message.text },
          },
        ],
      });
    },

    /** Reports Meta's decision about a template. */
    async template(name: string, event: string): Promise<void> {
      if (event === "MARKETING")
        await sendChange("template_category_update", {
          message_template_name: name,
          message_template_language: "en",
          previous_category: "UTILITY",
          new_category: "MARKETING",
        });
      else
        await sendChange("message_template_status_update", {
          event,
          message_template_name: name,
          message_template_language: "en",
          reason: event === "REJECTED" ? "INVALID_FORMAT" : "NONE",
        });
    },
  };
}

export type Reporter = ReturnType<typeof createReporter>;
