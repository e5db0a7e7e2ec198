import type { ContactForm } from "../../../contract/contact/schemas.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { randomCode } from "../../base/random-code.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { contactMessage } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { acknowledgementEmail, contactEmail, grievanceEmail, type Officer } from "./emails.ts";
import { acknowledgeBy, resolveBy } from "./grievance-clock.ts";
import { messagesFrom } from "./rate-limits.ts";

/**
 * Stores a message of the contact form, or a complaint as a grievance, emails it to the shop with the sender as Reply-To, and acknowledges it to the sender.
 * @returns the reference that the sender quotes, such as M-7Q4M2XKD
 * @throws ApiError (429) for too many from one network or sender
 */
export async function sendMessage(
  db: Database,
  form: ContactForm,
  context: RequestContext & { officer: Officer },
): Promise<{ reference: string }> {
  await consume(db, perIp("message", context.ip, context.attemptsPerIp), context.now);
  return db.transaction((trx) => storeMessage(trx, form, context));
}

/** As `sendMessage`, in a transaction that changes more. @throws ApiError (429) for too many from one sender */
export async function storeMessage(
  trx: DatabaseOrTransaction,
  form: ContactForm,
  { now, sender, officer }: Pick<RequestContext, "now" | "sender"> & { officer: Officer },
): Promise<{ reference: string }> {
  const reference = `M-${randomCode(8)}`;
  const { complaint, ...message } = form;
  await consume(trx, messagesFrom(canonicalEmail(message.email)), now);
  await trx
    .insert(contactMessage)
    .values({ ...message, reference, createdAt: now, grievanceAt: complaint ? now : null });
  const deadlines = { acknowledgeBy: acknowledgeBy(now), resolveBy: resolveBy(now) };
  const email = contactEmail(sender, form, { reference, ...deadlines });
  await queueMail(trx, { to: sender.email, replyTo: message.email, ...email }, now);
  const acknowledgement = complaint
    ? grievanceEmail(sender, { name: message.name, reference, officer, resolveBy: deadlines.resolveBy })
    : acknowledgementEmail(sender, message.name, reference);
  await queueMail(trx, { to: message.email, ...acknowledgement, mustArrive: complaint }, now);
  publishChange(trx, "messages");
  return { reference };
}
