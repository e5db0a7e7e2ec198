import { confirmPage, unsubscribePage } from "../../../contract/contact/newsletter.ts";
import { NEWSLETTER_BUTTON } from "../../../contract/contact/newsletter-wording.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { hashToken, newToken } from "../../base/secrets.ts";
import { daysAfter } from "../../base/time.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { newsletterConfirmation, newsletterSubscriber } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { recordConsent } from "./consents.ts";
import { confirmSubscriptionEmail, subscribedEmail } from "./emails.ts";
import { signUpMailsTo } from "./rate-limits.ts";

/** Days for which a confirmation link is valid, as its email states. */
export const CONFIRM_DAYS = 3;

/**
 * Mails a confirmation link, or says that the email is subscribed already; the response and its time are the same.
 * @param signUp.page the path of the page with the form
 * @throws ApiError (429) when requested too often
 */
export async function signUpForNewsletter(
  db: Database,
  signUp: { email: string; page: string },
  context: RequestContext,
): Promise<void> {
  const email = canonicalEmail(signUp.email);
  await consume(db, perIp("newsletter", context.ip, context.attemptsPerIp), context.now);
  const wording = `${context.sender.newsletter.title}: ${NEWSLETTER_BUTTON}`;
  // Some paths contain a secret.
  const place = signUp.page.replace(/\/[\w-]{43}(?=\/|$)/g, "");
  await db.transaction((trx) => askToConfirm(trx, { email, place, wording }, context));
}

/**
 * Mails a confirmation link, or says that the email is subscribed already, and records what was agreed to.
 * @param asked.place where
 * @param asked.wording what was agreed to, as it was shown
 * @throws ApiError (429) when requested too often
 */
export async function askToConfirm(
  trx: DatabaseOrTransaction,
  { email, place, wording }: { email: string; place: string; wording: string },
  { sender, now }: Pick<RequestContext, "sender" | "now">,
): Promise<void> {
  await consume(trx, signUpMailsTo(email), now);
  const { id, state, setAsideAt, unsubscribeToken } = await findOrAddSubscriber(trx, email, { sender, now });
  await recordConsent(trx, id, { event: "asked", at: now, place, wording });
  // Created even if it is not needed, so that both cases run the same statements.
  const token = newToken();
  const expiresAt = daysAfter(now, CONFIRM_DAYS);
  await trx.insert(newsletterConfirmation).values({ tokenHash: hashToken(token), subscriberId: id, expiresAt });
  const unsubscribeUrl = sender.origin + unsubscribePage(unsubscribeToken);
  const message =
    state === "confirmed" && setAsideAt === null
      ? subscribedEmail(sender, { unsubscribeUrl })
      : confirmSubscriptionEmail(sender, { confirmUrl: sender.origin + confirmPage(token), unsubscribeUrl });
  await queueMail(trx, { to: email, unsubscribeUrl, ...message }, now);
}

/** Finds or adds the email's row, and locks it until the transaction ends. */
async function findOrAddSubscriber(
  trx: DatabaseOrTransaction,
  email: string,
  { now, sender }: Pick<RequestContext, "sender" | "now">,
) {
  const [subscriber] = await trx
    .insert(newsletterSubscriber)
    .values({ email, unsubscribeToken: newToken(), shopOrigin: sender.origin, signedUpAt: now })
    .onConflictDoUpdate({ target: newsletterSubscriber.email, set: { shopOrigin: sender.origin, signedUpAt: now } })
    .returning();
  if (!subscriber) throw new Error("a subscriber was neither found nor added");
  return subscriber;
}
