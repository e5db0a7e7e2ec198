import { and, asc, eq, gt } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { newsletterSubscriber } from "../../platform/database/schema.ts";

export type Subscriber = typeof newsletterSubscriber.$inferSelect;

/** Rows per query. */
const BATCH = 1000;

/** Reads the confirmed subscribers, in order of sign-up, in batches. */
export async function* listSubscribers(db: Database): AsyncGenerator<Subscriber[]> {
  for (let last = 0; ; ) {
    const batch = await db
      .select()
      .from(newsletterSubscriber)
      .where(and(eq(newsletterSubscriber.state, "confirmed"), gt(newsletterSubscriber.id, last)))
      .orderBy(asc(newsletterSubscriber.id))
      .limit(BATCH);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    last = batch.at(-1)?.id ?? last;
  }
}

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
