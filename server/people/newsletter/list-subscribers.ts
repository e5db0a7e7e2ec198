import { and, asc, eq, gt } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { newsletterSubscriber } from "../../platform/database/schema.ts";

export type Subscriber = typeof newsletterSubscriber.$inferSelect;

const isConfirmed = eq(newsletterSubscriber.state, "confirmed");

/** Reads the next confirmed subscribers, by id. */
export const nextSubscribers = (trx: DatabaseOrTransaction, after: number, max: number) =>
  trx
    .select({
      id: newsletterSubscriber.id,
      email: newsletterSubscriber.email,
      unsubscribeToken: newsletterSubscriber.unsubscribeToken,
    })
    .from(newsletterSubscriber)
    .where(and(isConfirmed, gt(newsletterSubscriber.id, after)))
    .orderBy(asc(newsletterSubscriber.id))
    .limit(max);

export const countSubscribed = (db: DatabaseOrTransaction): Promise<number> =>
  db.$count(newsletterSubscriber, isConfirmed);

/** Whether an email in lower case is subscribed. */
export async function isSubscribed(db: Database, email: string): Promise<boolean> {
  const [found] = await db
    .select({ id: newsletterSubscriber.id })
    .from(newsletterSubscriber)
    .where(and(isConfirmed, eq(newsletterSubscriber.email, email)));
  return found !== undefined;
}
