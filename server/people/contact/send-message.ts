import type { ContactMessage } from "../../../contract/contact/schemas.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { randomCode } from "../../base/random-code.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database } from "../../platform/database/database.ts";
import { contactMessage } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { acknowledgementEmail, contactEmail } from "./emails.ts";
import { messagesFrom } from "./rate-limits.ts";

/**
 * Stores a message of the contact form, emails it to the shop with the sender as Reply-To, and acknowledges it to the sender.
 * @returns the reference that the sender quotes, such as M-7Q4M2XKD
 * @throws ApiError (429) for too many from one network or sender
 */
export async function sendMessage(
  db: Database,
  message: ContactMessage,
  context: RequestContext,
): Promise<{ reference: string }> {
  await consume(db, perIp("message", context.ip, context.attemptsPerIp), context.now);
  return db.transaction(async (trx) => {
    const reference = `M-${randomCode(8)}`;
    await consume(trx, messagesFrom(canonicalEmail(message.email)), context.now);
    await trx.insert(contactMessage).values({ ...message, reference, createdAt: context.now });
    const email = contactEmail(context.sender, message, reference);
    await queueMail(trx, { to: context.sender.email, replyTo: message.email, ...email }, context.now);
    const acknowledgement = acknowledgementEmail(context.sender, message.name, reference);
    await queueMail(trx, { to: message.email, ...acknowledgement }, context.now);
    publishChange(trx, "messages");
    return { reference };
  });
}
