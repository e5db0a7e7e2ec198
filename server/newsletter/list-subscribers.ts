import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { newsletterSubscriber } from "../database/schema.ts";

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
