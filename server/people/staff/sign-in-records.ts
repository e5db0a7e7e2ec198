/**
 * What the shop keeps of sign-ins of staff: an entry of the audit log for each one, an email for one from a new browser, and how many have
 * failed since. Failures do the same for an email of nobody, so that neither response nor timing shows who is a member.
 */

import { eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Failures } from "../../../contract/admin/staff.ts";
import { DAY_MS } from "../../../contract/dates.ts";
import { deviceName } from "../../../contract/device-name.ts";
import type { ApiError } from "../../base/errors.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { staffMember, staffRole, staffSignInFailure } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { Limit } from "../../platform/rate-limits/limits.ts";
import { consumeAttempt } from "../accounts/attempt-limits.ts";
import { hashEmail, logSecurityEvent } from "../accounts/security-events.ts";
import { newBrowserEmail } from "./emails.ts";
import { openStaffSession } from "./sessions.ts";

/** How long failures are kept after the last. */
const RETENTION_DAYS = 30;

export interface SignInRecord {
  memberId: number;
  method: "password" | "passkey";
  /** Whether this browser has signed in as this member before. */
  isKnown: boolean;
}

/**
 * Opens the session of a member who has given what a sign-in needs, records it, and emails the member about a new browser.
 * @returns the token for the cookie
 */
export async function openRecordedSession(
  trx: DatabaseOrTransaction,
  { memberId, method, isKnown }: SignInRecord,
  context: RequestContext,
): Promise<string> {
  const { now, codeSecret, userAgent, requestId, sender } = context;
  const [member] = await trx
    .select({ name: staffMember.name, email: staffMember.email, role: staffRole.name })
    .from(staffMember)
    .innerJoin(staffRole, eq(staffRole.id, staffMember.roleId))
    .where(eq(staffMember.id, memberId));
  if (!member) throw new Error(`the member ${memberId} who signs in is gone`);
  const { name, email, role } = member;
  const [failed] = await trx
    .delete(staffSignInFailure)
    .where(eq(staffSignInFailure.emailHash, hashEmail(codeSecret, email)))
    .returning({ failures: staffSignInFailure.failures });
  const browser = deviceName(userAgent);
  const after = { method, browser, newBrowser: !isKnown, failedBefore: failed?.failures ?? 0 };
  const subject = { type: "staff" as const, id: String(memberId) };
  await recordAudit(trx, { id: memberId, name, role, requestId }, { action: "staff.signed_in", subject, after }, now);
  if (!isKnown) await queueMail(trx, { to: email, ...newBrowserEmail(sender, { name, browser, at: now }) }, now);
  return openStaffSession(trx, memberId, userAgent);
}

/**
 * Counts an attempt against the limits of a sign-in. A lock-out is reported to the member and the owners, by a job.
 * @param memberId null for an email of nobody
 * @throws ApiError (429) when a limit is reached
 */
export async function consumeStaffAttempt(
  db: Database,
  limits: readonly Limit[],
  { memberId, email, kind }: { memberId: number | null; email: string; kind: "staff password" | "second factor" },
  context: RequestContext,
): Promise<void> {
  try {
    await consumeAttempt(db, limits, { email, kind, context });
  } catch (error) {
    if ((error as Partial<ApiError>).code === "rate_limited")
      await addJob(db, "report_lock_out", { memberId, kind }, { key: `report_lock_out ${memberId ?? "stranger"}` });
    throw error;
  }
}

/** Logs and counts a wrong password or code. */
export async function recordFailure(
  db: Database,
  { memberId, email }: { memberId: number | null; email: string },
  event: "login_failed" | "second_factor_wrong",
  context: RequestContext,
): Promise<void> {
  const details: Record<string, string> = event === "login_failed" ? { method: "staff password" } : {};
  logSecurityEvent(context, event, memberId === null ? { email } : { staffId: memberId }, details);
  await db
    .insert(staffSignInFailure)
    .values({ emailHash: hashEmail(context.codeSecret, email), failures: 1, lastAt: context.now })
    .onConflictDoUpdate({
      target: staffSignInFailure.emailHash,
      set: { failures: sql`${staffSignInFailure.failures} + 1`, lastAt: context.now },
    });
}

/** Reads the failed sign-ins by member, and those with emails of nobody together. */
export async function readFailures(
  db: Database,
  codeSecret: string,
): Promise<{ ofMembers: ReadonlyMap<number, Failures>; ofStrangers: Failures | null }> {
  const members = await db
    .select({ id: staffMember.id, email: staffMember.email })
    .from(staffMember)
    .where(isNull(staffMember.removedAt));
  const ids = new Map(members.map(({ id, email }) => [hashEmail(codeSecret, email), id]));
  const failures = {
    count: sql<number>`sum(${staffSignInFailure.failures})::int`,
    lastAt: sql<string>`max(${staffSignInFailure.lastAt})`,
  };
  const hashes = [...ids.keys()];
  const isMember = sql<boolean>`${inArray(staffSignInFailure.emailHash, hashes)}`;
  const found = await db
    .select({ hash: sql<string | null>`case when ${isMember} then ${staffSignInFailure.emailHash} end`, ...failures })
    .from(staffSignInFailure)
    .groupBy(sql`1`);
  const shown = found.map(({ hash, count, lastAt }) => ({
    id: hash === null ? null : (ids.get(hash) ?? null),
    failures: { count, lastAt: new Date(lastAt).toISOString() },
  }));
  return {
    ofMembers: new Map(shown.flatMap(({ id, failures }) => (id === null ? [] : [[id, failures]]))),
    ofStrangers: shown.find(({ id }) => id === null)?.failures ?? null,
  };
}

/** Deletes what failed long ago. */
export const deleteOldFailures = (db: Database, now: Date): Promise<unknown> =>
  db.delete(staffSignInFailure).where(lt(staffSignInFailure.lastAt, new Date(now.getTime() - RETENTION_DAYS * DAY_MS)));
