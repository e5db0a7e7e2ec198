/** The platforms that have called, as the owner sees them. */

import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { agentPlatform } from "../../../platform/database/schema.ts";

export type PlatformState = "seen" | "allowed" | "blocked";

/** A platform that calls more often is recorded once in this time. */
const ONCE_IN_MS = 60_000;

/** Reads what the owner has decided about a platform; null if it has never called. */
export async function readPlatform(
  db: Database,
  origin: string,
): Promise<{ state: PlatformState; lastSeenAt: Date } | null> {
  const [found] = await db
    .select({ state: agentPlatform.state, lastSeenAt: agentPlatform.lastSeenAt })
    .from(agentPlatform)
    .where(eq(agentPlatform.origin, origin));
  return found ?? null;
}

/** Records that a platform has called, whose profile was found. */
export async function recordPlatform(
  db: Database,
  origin: string,
  { seen, signed, now }: { seen: { lastSeenAt: Date } | null; signed: boolean; now: Date },
): Promise<void> {
  if (seen && now.getTime() - seen.lastSeenAt.getTime() < ONCE_IN_MS) return;
  const signedAt = signed ? now : null;
  await db
    .insert(agentPlatform)
    .values({ origin, firstSeenAt: now, lastSeenAt: now, signedAt })
    .onConflictDoUpdate({
      target: agentPlatform.origin,
      set: { lastSeenAt: now, ...(signed && { signedAt: now }) },
      setWhere: sql`${agentPlatform.lastSeenAt} < excluded.last_seen_at`,
    });
}
