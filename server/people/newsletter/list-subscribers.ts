import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { newsletterSubscriber } from "../../platform/database/schema.ts";

export type Subscriber = typeof newsletterSubscriber.$inferSelect;

/** The condition for those to whom the newsletter goes. */
export const isSentTo = and(eq(newsletterSubscriber.state, "confirmed"), isNull(newsletterSubscriber.setAsideAt));

/** Reads the next subscribers to whom it goes, by id. */
export const nextSubscribers = (trx: DatabaseOrTransaction, after: number, max: number) =>
  trx
    .select({
      id: newsletterSubscriber.id,
      email: newsletterSubscriber.email,
      unsubscribeToken: newsletterSubscriber.unsubscribeToken,
    })
    .from(newsletterSubscriber)
    .where(and(isSentTo, gt(newsletterSubscriber.id, after)))
    .orderBy(asc(newsletterSubscriber.id))
    .limit(max);

export const countSubscribed = (db: DatabaseOrTransaction): Promise<number> =>
  db.$count(newsletterSubscriber, isSentTo);

/** Whether an email in lower case is subscribed, and not set aside. */
export async function isSubscribed(db: Database, email: string): Promise<boolean> {
  const [found] = await db
    .select({ id: newsletterSubscriber.id })
    .from(newsletterSubscriber)
    .where(and(isSentTo, eq(newsletterSubscriber.email, email)));
  return found !== undefined;
}
