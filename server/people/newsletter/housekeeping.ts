import { and, eq, lt } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { newsletterConfirmation, newsletterSubscriber } from "../../platform/database/schema.ts";
import { CONFIRM_DAYS } from "./sign-up.ts";

/** Deletes expired links and emails that were never confirmed. */
export async function deleteUnconfirmed(db: Database, now: Date): Promise<void> {
  const oldestAllowed = new Date(now.getTime() - CONFIRM_DAYS * 86_400_000);
  await db.delete(newsletterConfirmation).where(lt(newsletterConfirmation.expiresAt, now));
  await db
    .delete(newsletterSubscriber)
    .where(and(eq(newsletterSubscriber.state, "pending"), lt(newsletterSubscriber.signedUpAt, oldestAllowed)));
}
