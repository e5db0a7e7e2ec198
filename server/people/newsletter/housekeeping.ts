import { and, eq, lt } from "drizzle-orm";
import { daysAfter } from "../../base/time.ts";
import type { Database } from "../../platform/database/database.ts";
import { newsletterConfirmation, newsletterSubscriber } from "../../platform/database/schema.ts";
import { CONFIRM_DAYS } from "./sign-up.ts";

/** Deletes expired links and emails that were never confirmed. */
export async function deleteUnconfirmed(db: Database, now: Date): Promise<void> {
  const oldestAllowed = daysAfter(now, -CONFIRM_DAYS);
  await db.delete(newsletterConfirmation).where(lt(newsletterConfirmation.expiresAt, now));
  await db
    .delete(newsletterSubscriber)
    .where(and(eq(newsletterSubscriber.state, "pending"), lt(newsletterSubscriber.signedUpAt, oldestAllowed)));
}
