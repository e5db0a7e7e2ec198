import type { ContactMessage } from "../../contract/contact.ts";
import { fromAddress } from "../accounts/allowances.ts";
import { spendAllowance } from "../accounts/limits.ts";
import { canonicalEmail } from "../accounts/secrets.ts";
import type { Visit } from "../accounts/visit.ts";
import type { Database } from "../database/database.ts";
import { contactMessage } from "../database/schema.ts";
import { queueMail } from "../mail/outbox.ts";
import { messagesOf } from "./allowances.ts";
import { contactMail } from "./mails.ts";

/**
 * Keeps a message of the contact form, and mails it to the shop in such a way that an answer goes to its sender.
 * @throws Refusal (429) when too many came from one network address or one sender
 */
export async function sendMessage(db: Database, message: ContactMessage, visit: Visit): Promise<void> {
  await spendAllowance(db, fromAddress("message", visit.ip, visit.attemptsPerAddress), visit.now);
  await db.transaction(async (trx) => {
    await spendAllowance(trx, messagesOf(canonicalEmail(message.email)), visit.now);
    await trx.insert(contactMessage).values({ ...message, createdAt: visit.now });
    const letter = contactMail(visit.sender, message);
    await queueMail(trx, { to: visit.sender.email, replyTo: message.email, ...letter }, visit.now);
  });
}
