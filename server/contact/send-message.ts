import type { ContactMessage } from "../../contract/contact.ts";
import { fromAddress } from "../accounts/allowances.ts";
import { spendAllowance } from "../accounts/limits.ts";
import { canonicalEmail } from "../accounts/secrets.ts";
import type { Visit } from "../accounts/visit.ts";
import type { Database } from "../database/database.ts";
import { contactMessage } from "../database/schema.ts";
import { queueMail } from "../mail/outbox.ts";
import { randomCode } from "../random-code.ts";
import { messagesOf } from "./allowances.ts";
import { acknowledgementMail, contactMail } from "./mails.ts";

/**
 * Stores a message of the contact form, mails it to the shop in such a way that a reply goes to its sender, and tells the sender that it
 * has arrived.
 * @returns the reference that the sender can quote, such as M-7Q4M2XKD
 * @throws Refusal (429) when too many came from one network or one sender
 */
export async function sendMessage(db: Database, message: ContactMessage, visit: Visit): Promise<{ reference: string }> {
  await spendAllowance(db, fromAddress("message", visit.ip, visit.attemptsPerAddress), visit.now);
  const reference = `M-${randomCode(8)}`;
  await db.transaction(async (trx) => {
    await spendAllowance(trx, messagesOf(canonicalEmail(message.email)), visit.now);
    await trx.insert(contactMessage).values({ ...message, reference, createdAt: visit.now });
    const letter = contactMail(visit.sender, message, reference);
    await queueMail(trx, { to: visit.sender.email, replyTo: message.email, ...letter }, visit.now);
    const acknowledgement = acknowledgementMail(visit.sender, message.name, reference);
    await queueMail(trx, { to: message.email, ...acknowledgement }, visit.now);
  });
  return { reference };
}
