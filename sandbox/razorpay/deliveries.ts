/** The queue of webhooks and tasks: rows of `sandbox.webhook` that are due. */

import { eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../server/platform/database/database.ts";
import { sandboxWebhook } from "../../server/platform/database/schema/sandbox.ts";

/** How long a claimed row belongs to its worker; then it is due again. Longer than any delivery. */
const LEASE_MS = 15_000;
const FIRST_GAP_MS = 2000;
/** About an hour, because gaps double. */
const MAX_ATTEMPTS = 12;

export interface DueRow {
  id: string;
  body: string;
  /** The number of attempts, including this one. */
  attempts: number;
}

/** Claims up to `max` due rows. No two instances get the same one. */
export async function claimDue(db: Database, max: number, now: Date): Promise<DueRow[]> {
  const due = db
    .select({ id: sandboxWebhook.id })
    .from(sandboxWebhook)
    .where(lte(sandboxWebhook.dueAt, now))
    .orderBy(sandboxWebhook.dueAt)
    .limit(max)
    .for("update", { skipLocked: true });
  return db
    .update(sandboxWebhook)
    .set({ attempts: sql`${sandboxWebhook.attempts} + 1`, dueAt: new Date(now.getTime() + LEASE_MS) })
    .where(inArray(sandboxWebhook.id, due))
    .returning({ id: sandboxWebhook.id, body: sandboxWebhook.body, attempts: sandboxWebhook.attempts });
}

export async function markDelivered(db: Database, id: string): Promise<void> {
  await db.update(sandboxWebhook).set({ dueAt: null }).where(eq(sandboxWebhook.id, id));
}

/** Schedules another attempt, after a longer gap each time. @returns false after the last one */
export async function markFailed(db: Database, { id, attempts }: DueRow, now: Date): Promise<boolean> {
  const again = attempts < MAX_ATTEMPTS;
  await db
    .update(sandboxWebhook)
    .set({ dueAt: again ? new Date(now.getTime() + gapAfter(attempts)) : null })
    .where(eq(sandboxWebhook.id, id));
  return again;
}

/** Returns the milliseconds until the next attempt after this many failed ones. */
export const gapAfter = (attempts: number) => FIRST_GAP_MS * 2 ** (attempts - 1);

/** Returns when the next row is due; null if the queue is empty. */
export async function nextDue(db: Database): Promise<Date | null> {
  const [first] = await db
    .select({ dueAt: sandboxWebhook.dueAt })
    .from(sandboxWebhook)
    .where(isNotNull(sandboxWebhook.dueAt))
    .orderBy(sandboxWebhook.dueAt)
    .limit(1);
  return first?.dueAt ?? null;
}
