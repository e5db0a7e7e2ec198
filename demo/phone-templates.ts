/** The texts of the demo's messages by WhatsApp and SMS, approved by the shop and on file at the sandbox. */

import { PHONE_CHANNELS } from "../contract/phone-messages/channels.ts";
import { PHONE_EVENT_NAMES, phoneEvent } from "../contract/phone-messages/events.ts";
import { suggestedName, suggestedText } from "../contract/phone-messages/suggested-texts.ts";
import { registeredForms, valuesIn } from "../contract/phone-messages/templates.ts";
import type { DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { sandboxPhoneTemplate } from "../server/platform/database/schema/sandbox.ts";
import { phoneTemplate } from "../server/platform/database/schema.ts";

const SHOP_NAME = "Kewra";
/** Where a demo is unless it is given another port: texts are registered with the address in them. */
const ORIGIN = "http://localhost:3000";

export async function insertDemoPhoneTemplates(trx: DatabaseOrTransaction, now: Date): Promise<void> {
  for (const channel of PHONE_CHANNELS)
    for (const [index, event] of PHONE_EVENT_NAMES.entries()) {
      const suggested = suggestedText(event, channel, { shopName: SHOP_NAME, origin: ORIGIN });
      const name = suggestedName(event, channel) || `demo_${event}`;
      const dltId = channel === "sms" ? `10070000000000000${String(index + 10)}` : "";
      const text = { name, dltId, ...suggested };
      await trx.insert(phoneTemplate).values({
        event,
        channel,
        isEnabled: true,
        state: "approved",
        draft: text,
        approved: text,
        changedAt: now,
        changedBy: "Demo",
      });
      const [form, providerForm = form] = registeredForms(event, channel, text);
      const { values } = phoneEvent(event);
      const kindOf = (value: string) => (values[value]?.kind === "link" ? "alphanumeric" : (values[value]?.kind ?? ""));
      const isCode = phoneEvent(event).isRequested;
      await trx.insert(sandboxPhoneTemplate).values({
        name,
        channel,
        text: providerForm?.text ?? "",
        kinds: channel === "sms" ? Object.fromEntries(valuesIn(text.text).map((one) => [one, kindOf(one)])) : {},
        // That of a code copies it.
        hasButton: text.hasButton || (isCode && channel === "whatsapp"),
        category: channel === "sms" ? "service-implicit" : isCode ? "authentication" : "utility",
      });
    }
}
