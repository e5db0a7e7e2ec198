import { eq, type SQL, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { newsletterConfirmation, newsletterSubscriber } from "../database/schema.ts";
import { ApiError } from "../errors.ts";

/**
 * Unsubscribes an email and invalidates its confirmation links. Idempotent.
 * @throws ApiError (422) for an unknown link
 */
export async function unsubscribe(db: Database, token: string, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const left = await unsubscribeWhere(trx, eq(newsletterSubscriber.unsubscribeToken, token), now);
    if (!left)
      throw ApiError.ofField("token", "This link doesn’t work. Please open it again from our email.", "token_expired");
  });
}

/** Unsubscribes an email, if it is subscribed. */
export async function unsubscribeEmail(trx: DatabaseOrTransaction, email: string, now: Date): Promise<void> {
  await unsubscribeWhere(trx, eq(newsletterSubscriber.email, email), now);
}

/** @returns whether there was such a subscriber */
async function unsubscribeWhere(trx: DatabaseOrTransaction, which: SQL, now: Date): Promise<boolean> {
  const [left] = await trx
    .update(newsletterSubscriber)
    .set({
      state: "unsubscribed",
      unsubscribedAt: sql`coalesce(${newsletterSubscriber.unsubscribedAt}, ${now.toISOString()})`,
    })
    .where(which)
    .returning({ id: newsletterSubscriber.id });
  if (left) await trx.delete(newsletterConfirmation).where(eq(newsletterConfirmation.subscriberId, left.id));
  return left !== undefined;
}
