import { eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../server/database/database.ts";
import { sandboxWebhook } from "../../server/database/schema.ts";

/** The queue of what is to be told and done: rows of `sandbox_webhook` that are due. */

/** How long a worker may take for a row it claimed; then the row is due again. Longer than any delivery may last. */
const LEASE_MS = 15_000;
const FIRST_GAP_MS = 2000;
/** With gaps that double from the first on this is a little over an hour. */
const MAX_ATTEMPTS = 12;

export interface DueRow {
  id: string;
  body: string;
  /** This one counted. */
  attempts: number;
}

/** Takes up to `most` rows that are due. No two instances get the same one. */
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

export async function markTaken(db: Database, id: string): Promise<void> {
  await db.update(sandboxWebhook).set({ dueAt: null }).where(eq(sandboxWebhook.id, id));
}

/** Is tried again later, after a longer gap each time. @returns false when it is given up */
export async function markRefused(db: Database, { id, attempts }: DueRow, now: Date): Promise<boolean> {
  const again = attempts < MAX_ATTEMPTS;
  await db
    .update(sandboxWebhook)
    .set({ dueAt: again ? new Date(now.getTime() + gapAfter(attempts)) : null })
    .where(eq(sandboxWebhook.id, id));
  return again;
}

/** How long to wait after so many attempts that failed, in milliseconds. */
export const gapAfter = (attempts: number) => FIRST_GAP_MS * 2 ** (attempts - 1);

/** When the next row is due; null when nothing waits. */
export async function nextDue(db: Database): Promise<Date | null> {
  const [first] = await db
    .select({ dueAt: sandboxWebhook.dueAt })
    .from(sandboxWebhook)
    .where(isNotNull(sandboxWebhook.dueAt))
    .orderBy(sandboxWebhook.dueAt)
    .limit(1);
  return first?.dueAt ?? null;
}
