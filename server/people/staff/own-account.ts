/** Members' changes of their own account. */

import { and, eq } from "drizzle-orm";
import type { Me } from "../../../contract/admin/session.ts";
import { ApiError } from "../../base/errors.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { staffMember, staffRecoveryCode } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { type Staff, steppedUpUntil } from "../../platform/http/staff-sessions.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { consumeAttempt, undoAttempt } from "../accounts/attempt-limits.ts";
import { rejectGuessablePassword } from "../accounts/common-passwords/guessable.ts";
import { checkPassword, hashPassword, rejectWhenBusy } from "../accounts/passwords.ts";
import { logSecurityEvent } from "../accounts/security-events.ts";
import { staffPasswordChangedEmail } from "./emails.ts";
import { acceptSecondFactor, newRecoveryCodes, storeRecoveryCodes } from "./second-factor.ts";
import { endStaffSession, endStaffSessions, markSteppedUp } from "./sessions.ts";

export async function describeStaff(db: Database, staff: Omit<Staff, "requestId">): Promise<Me> {
  return {
    _id: String(staff.id),
    name: staff.name,
    email: staff.email,
    role: staff.role,
    permissions: [...staff.permissions],
    steppedUpUntil: steppedUpUntil(staff).toISOString(),
    recoveryCodes: await db.$count(staffRecoveryCode, eq(staffRecoveryCode.memberId, staff.id)),
  };
}

/**
 * Accepts the second factor again in this session. Members of the demo have none, so any code is accepted.
 * @throws ApiError (422), (429)
 */
export async function stepUp(
  db: Database,
  staff: Staff,
  code: string,
  { demo, device, context }: { demo: boolean; device: string | null; context: RequestContext },
): Promise<Staff> {
  const [member] = await db.select().from(staffMember).where(eq(staffMember.id, staff.id));
  if (!member) throw new ApiError("unauthorized");
  const hasNone = demo && member.passwordHash === null && member.totpKey === null;
  if (!hasNone) await acceptSecondFactor(db, member, code, { context, device });
  logSecurityEvent(context, "stepped_up", { staffId: staff.id });
  return { ...staff, secondFactorAt: await markSteppedUp(db, staff.sessionId) };
}

/**
 * Changes the member's own password; every other session ends.
 * @throws ApiError (422) for a wrong current or a common new password, (429), (503)
 */
export async function changeStaffPassword(
  db: Database,
  staff: Staff,
  { currentPassword, password }: { currentPassword: string; password: string },
  context: RequestContext,
): Promise<void> {
  rejectWhenBusy();
  const limits = [{ key: `current staff password of ${staff.id}`, limit: 10, windowSeconds: 15 * 60 }];
  await consumeAttempt(db, limits, { email: staff.email, kind: "current staff password", context });
  const [member] = await db.select().from(staffMember).where(eq(staffMember.id, staff.id));
  const compared = member?.passwordHash ?? null;
  if ((await checkPassword(currentPassword, compared)) === "wrong") {
    logSecurityEvent(context, "login_failed", { staffId: staff.id }, { method: "current staff password" });
    throw wrongPassword();
  }
  await undoAttempt(db, limits);
  await rejectGuessablePassword(password);
  const passwordHash = await hashPassword(password);
  await db.transaction(async (trx) => {
    // Only if the compared password is still stored: it may have been reset meanwhile.
    const [changed] = await trx
      .update(staffMember)
      .set({ passwordHash })
      .where(and(eq(staffMember.id, staff.id), eq(staffMember.passwordHash, compared ?? "")))
      .returning({ id: staffMember.id });
    if (!changed) throw wrongPassword();
    await endStaffSessions(trx, staff.id, staff.sessionId);
    await queueMail(trx, { to: staff.email, ...staffPasswordChangedEmail(context.sender, staff.name) }, context.now);
    const subject = { type: "staff" as const, id: String(staff.id) };
    await recordAudit(trx, staff, { action: "staff.password_changed", subject }, context.now);
  });
  logSecurityEvent(context, "password_changed", { staffId: staff.id });
}

/** Signs the member out on another device. @throws ApiError (404) if that session has ended */
export function endOwnSession(db: Database, staff: Staff, sessionId: number): Promise<void> {
  return db.transaction(async (trx) => {
    await endStaffSession(trx, staff.id, sessionId);
    const subject = { type: "staff" as const, id: String(staff.id) };
    const after = { sessions: 1 };
    await recordAudit(trx, staff, { action: "staff.sessions_ended", subject, after }, new Date());
  });
}

/** Replaces the member's own recovery codes. @returns the new ones */
export async function renewRecoveryCodes(db: Database, staff: Staff, context: RequestContext): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.transaction(async (trx) => {
    await storeRecoveryCodes(trx, staff.id, codes, context.codeSecret);
    const subject = { type: "staff" as const, id: String(staff.id) };
    await recordAudit(trx, staff, { action: "staff.recovery_codes_renewed", subject }, context.now);
  });
  return codes;
}

const wrongPassword = () => ApiError.ofField("currentPassword", "Your current password isn’t right.", "password_wrong");
