import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { newsletterSubscriber } from "../../platform/database/schema.ts";
import type { Subscriber } from "./list-subscribers.ts";

/** Finds the subscription of an email in lower case, in any state; null if it never signed up. */
export async function findSubscription(db: Database, email: string): Promise<Subscriber | null> {
  const [found] = await db.select().from(newsletterSubscriber).where(eq(newsletterSubscriber.email, email));
  return found ?? null;
}
