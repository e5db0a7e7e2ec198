import { desc } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { providerEvent } from "../database/schema.ts";

/** The provider's webhooks that had an effect, newest first. Each added a job that asks the provider for the current state. */
export function listProviderEvents(db: Database, max: number) {
  return db.select().from(providerEvent).orderBy(desc(providerEvent.receivedAt), desc(providerEvent.id)).limit(max);
}
