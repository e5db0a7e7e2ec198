import { desc } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { providerEvent } from "../../platform/database/schema.ts";

/**
 * Lists the provider's webhooks that had an effect, newest first. Each of them added a job that fetches the current state from the
 * provider.
 */
export function listProviderEvents(db: Database, max: number) {
  return db.select().from(providerEvent).orderBy(desc(providerEvent.receivedAt), desc(providerEvent.id)).limit(max);
}
