import { lt } from "drizzle-orm";
import { daysAfter } from "../../base/time.ts";
import type { Database } from "../../platform/database/database.ts";
import { providerEvent } from "../../platform/database/schema.ts";

/** The provider redelivers an event for a day, and on request for up to fifteen. */
const RETENTION_DAYS = 30;

/** Deletes events that can no longer be redelivered. */
export async function deleteOldEvents(db: Database, now: Date): Promise<void> {
  await db.delete(providerEvent).where(lt(providerEvent.receivedAt, daysAfter(now, -RETENTION_DAYS)));
}
