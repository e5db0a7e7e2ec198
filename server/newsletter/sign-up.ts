import { confirmPage, unsubscribePage } from "../../contract/newsletter.ts";
import { fromAddress } from "../accounts/allowances.ts";
import { spendAllowance } from "../accounts/limits.ts";
import { canonicalEmail, hashToken, newToken } from "../accounts/secrets.ts";
import type { Visit } from "../accounts/visit.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { newsletterConfirmation, newsletterSubscriber } from "../database/schema.ts";
import { queueMail } from "../mail/outbox.ts";
import { signUpMailsTo } from "./allowances.ts";
import { confirmationMail, subscribedMail } from "./mails.ts";

/** How long the link of a confirmation mail is good. The mail says so too. */
export const CONFIRM_DAYS = 3;

/**
 * Mails a link that confirms the sign-up. Whoever is on the list already is told that instead; whoever asked sees no difference, neither
 * in the answer nor in its time.
 * @throws Refusal (429) when it was asked for too often
 */
export async function signUpForNewsletter(db: Database, writtenEmail: string, visit: Visit): Promise<void> {
  const email = canonicalEmail(writtenEmail);
  await spendAllowance(db, fromAddress("newsletter", visit.ip, visit.attemptsPerAddress), visit.now);
  await db.transaction(async (trx) => {
    await spendAllowance(trx, signUpMailsTo(email), visit.now);
    const { id, state, unsubscribeToken } = await findOrAddSubscriber(trx, email, visit);
    // Also for whoever needs none, and is never told it: both take the same statements.
    const token = newToken();
    const expiresAt = new Date(visit.now.getTime() + CONFIRM_DAYS * 86_400_000);
    await trx.insert(newsletterConfirmation).values({ tokenHash: hashToken(token), subscriberId: id, expiresAt });
    const { sender, now } = visit;
    const unsubscribeUrl = sender.origin + unsubscribePage(unsubscribeToken);
    const letter =
      state === "confirmed"
        ? subscribedMail(sender, { unsubscribeUrl })
        : confirmationMail(sender, { confirmUrl: sender.origin + confirmPage(token), unsubscribeUrl });
    await queueMail(trx, { to: email, unsubscribeUrl, ...letter }, now);
  });
}

/** The one row of an address, held until the transaction ends. */
async function findOrAddSubscriber(trx: DatabaseOrTransaction, email: string, { now, sender }: Visit) {
  const [subscriber] = await trx
    .insert(newsletterSubscriber)
    .values({ email, unsubscribeToken: newToken(), shopOrigin: sender.origin, askedAt: now })
    .onConflictDoUpdate({ target: newsletterSubscriber.email, set: { shopOrigin: sender.origin, askedAt: now } })
    .returning();
  if (!subscriber) throw new Error("a subscriber was neither found nor added");
  return subscriber;
}
