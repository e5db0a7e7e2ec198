import { eq, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { newsletterConfirmation, newsletterSubscriber } from "../../platform/database/schema.ts";
import { recordConsent } from "./consents.ts";

type State = (typeof newsletterSubscriber.$inferSelect)["state"];

/**
 * Unsubscribes an email and invalidates its confirmation links. Idempotent.
 * @param place where the subscriber has done it, for the record of consents
 * @throws ApiError (422) for an unknown link
 */
export async function unsubscribe(db: Database, token: string, place: string, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await unsubscribeWhere(trx, eq(newsletterSubscriber.unsubscribeToken, token), place, now);
    if (before === null)
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

/** @returns the subscriber's state before; null if there is no such subscriber */
export const unsubscribeById = (
  trx: DatabaseOrTransaction,
  id: number,
  place: string,
  now: Date,
): Promise<State | null> => unsubscribeWhere(trx, eq(newsletterSubscriber.id, id), place, now);

async function unsubscribeWhere(
  trx: DatabaseOrTransaction,
  which: SQL,
  place: string,
  now: Date,
): Promise<State | null> {
  const [before] = await trx
    .select({ id: newsletterSubscriber.id, state: newsletterSubscriber.state })
    .from(newsletterSubscriber)
    .where(which)
    .for("no key update");
  if (!before) return null;
  const { id, state } = before;
  await trx
    .update(newsletterSubscriber)
    .set({
      state: "unsubscribed",
      unsubscribedAt: sql`coalesce(${newsletterSubscriber.unsubscribedAt}, ${now.toISOString()})`,
    })
    .where(eq(newsletterSubscriber.id, id));
  await trx.delete(newsletterConfirmation).where(eq(newsletterConfirmation.subscriberId, id));
  if (state !== "unsubscribed") await recordConsent(trx, id, { event: "unsubscribed", at: now, place, wording: "" });
  return state;
}
