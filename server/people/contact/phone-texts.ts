import { beginningOf, cleanLine, cleanLines } from "../../../contract/text.ts";
import { randomCode } from "../../base/random-code.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { contactMessage } from "../../platform/database/schema.ts";

/** The longest text of a message, as of the contact form. */
const MAX_TEXT = 2000;

/**
 * Stores a text that was sent to the shop by WhatsApp, for staff to answer by phone or email: there is no chat.
 * @param text.from the sender's number with its country code, digits only
 */
export async function storePhoneText(
  trx: DatabaseOrTransaction,
  { from, name, text }: { from: string; name: string; text: string },
  now: Date,
): Promise<void> {
  await trx.insert(contactMessage).values({
    reference: `M-${randomCode(8)}`,
    name: beginningOf(cleanLine(name), 100) || "By WhatsApp",
    email: "",
    phone: `+${from}`,
    address: "",
    message: `By WhatsApp from +${from}:\n${beginningOf(cleanLines(text), MAX_TEXT) || "(a picture, or another file)"}`,
    createdAt: now,
  });
  publishChange(trx, "messages");
}
