import { eq, type SQL, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { newsletterConfirmation, newsletterSubscriber } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { recordConsent } from "./consents.ts";

/**
 * Unsubscribes an email and invalidates its confirmation links. Idempotent.
 * @param place where the subscriber has done it, for the record of consents
 * @throws ApiError (422) for an unknown link
 */
export async function unsubscribe(db: Database, token: string, place: string, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const found = await unsubscribeWhere(trx, eq(newsletterSubscriber.unsubscribeToken, token), place, now);
    if (!found)
      throw ApiError.ofField("token", "This link doesn’t work. Please open it again from our email.", "token_expired");
  });
}

/** Unsubscribes an email, if it is subscribed. */
export async function unsubscribeEmail(
  trx: DatabaseOrTransaction,
  email: string,
  place: string,
  now: Date,
): Promise<void> {
  await unsubscribeWhere(trx, eq(newsletterSubscriber.email, email), place, now);
}

/** @returns whether there is such a subscriber */
export const unsubscribeById = (trx: DatabaseOrTransaction, id: number, place: string, now: Date): Promise<boolean> =>
  unsubscribeWhere(trx, eq(newsletterSubscriber.id, id), place, now);

/** @returns whether there was such a subscriber */
async function unsubscribeWhere(trx: DatabaseOrTransaction, which: SQL, place: string, now: Date): Promise<boolean> {
  const [before] = await trx
    .select({ state: newsletterSubscriber.state })
    .from(newsletterSubscriber)
    .where(which)
    .for("no key update");
  if (!before) return false;
  const [left] = await trx
    .update(newsletterSubscriber)
    .set({
      state: "unsubscribed",
      unsubscribedAt: sql`coalesce(${newsletterSubscriber.unsubscribedAt}, ${now.toISOString()})`,
    })
    .where(which)
    .returning({ id: newsletterSubscriber.id });
  if (!left) return false;
  await trx.delete(newsletterConfirmation).where(eq(newsletterConfirmation.subscriberId, left.id));
  if (before.state !== "unsubscribed")
    await recordConsent(trx, left.id, { event: "unsubscribed", at: now, place, wording: "" });
  return true;
}
