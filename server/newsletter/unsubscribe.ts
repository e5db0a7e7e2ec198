import { eq, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { newsletterConfirmation, newsletterSubscriber } from "../database/schema.ts";
import { Refusal } from "../failures.ts";

/**
 * Takes an address off the list, and ends every link that would put it there. Again is harmless.
 * @throws Refusal (422) for a link that never was
 */
export async function unsubscribe(db: Database, token: string, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const [left] = await trx
      .update(newsletterSubscriber)
      .set({
        state: "unsubscribed",
        unsubscribedAt: sql`coalesce(${newsletterSubscriber.unsubscribedAt}, ${now.toISOString()})`,
      })
      .where(eq(newsletterSubscriber.unsubscribeToken, token))
      .returning({ id: newsletterSubscriber.id });
    if (!left) throw Refusal.ofField("token", "This link is not known here. Please open it from the mail once more.");
    await trx.delete(newsletterConfirmation).where(eq(newsletterConfirmation.subscriberId, left.id));
  });
}
