import { and, eq, gt, isNotNull, ne, or } from "drizzle-orm";
import { unsubscribePage } from "../../../contract/contact/newsletter.ts";
import { confirmQuestion } from "../../../contract/contact/newsletter-wording.ts";
import { ApiError } from "../../base/errors.ts";
import { hashToken } from "../../base/secrets.ts";
import type { Database } from "../../platform/database/database.ts";
import { newsletterConfirmation, newsletterSubscriber } from "../../platform/database/schema.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { recordConsent } from "./consents.ts";
import { subscribedEmail } from "./emails.ts";

interface ConfirmationContext {
  sender: MailSender;
  now: Date;
}

/**
 * Subscribes the email that a confirmation link was mailed to, and confirms it by mail, once. The link is valid until it expires, so that a
 * double click is no error; unsubscribing invalidates it.
 * @throws ApiError (422) for an expired or unknown link
 */
export async function confirmSubscription(
  db: Database,
  token: string,
  { sender, now }: ConfirmationContext,
): Promise<void> {
  await db.transaction(async (trx) => {
    const [pending] = await trx
      .select({ id: newsletterConfirmation.subscriberId })
      .from(newsletterConfirmation)
      .where(and(eq(newsletterConfirmation.tokenHash, hashToken(token)), gt(newsletterConfirmation.expiresAt, now)));
    if (!pending) throw linkExpired();
    const [confirmed] = await trx
      .update(newsletterSubscriber)
      .set({ state: "confirmed", confirmedAt: now, unsubscribedAt: null, refusals: 0, setAsideAt: null })
      .where(
        and(
          eq(newsletterSubscriber.id, pending.id),
          or(ne(newsletterSubscriber.state, "confirmed"), isNotNull(newsletterSubscriber.setAsideAt)),
        ),
      )
      .returning();
    if (!confirmed) return;
    const { title, text } = confirmQuestion(sender.newsletter);
    const wording = `${title}. ${text}`;
    await recordConsent(trx, confirmed.id, { event: "confirmed", at: now, place: "Link of the email", wording });
    const unsubscribeUrl = sender.origin + unsubscribePage(confirmed.unsubscribeToken);
    const message = subscribedEmail(sender, { unsubscribeUrl });
    await queueMail(trx, { to: confirmed.email, unsubscribeUrl, ...message }, now);
  });
}

const linkExpired = () =>
  ApiError.ofField(
    "token",
    "This link has expired. Please sign up again and we’ll email you a new one.",
    "token_expired",
  );
