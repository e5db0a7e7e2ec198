/** Members of staff, as those who manage staff see and change them. */

import { and, asc, eq, isNull, or } from "drizzle-orm";
import type { StaffList } from "../../../contract/admin/staff.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  apiToken,
  staffInvitation,
  staffMember,
  staffRecoveryCode,
  staffRole,
} from "../../platform/database/schema.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import { requireAnotherOwner, requireGrantable } from "./guards.ts";
import { type InvitationDeps, inviteAgain, listInvitations } from "./invitations.ts";
import { removePasskeys } from "./passkeys.ts";
import { lockRole, permissionsOf, type RoleRow } from "./roles.ts";
import { endStaffSessions, openSessions } from "./sessions.ts";
import { readFailures } from "./sign-in-records.ts";

type MemberRow = typeof staffMember.$inferSelect;

/** Whether anybody is a member of staff, or is invited. */
export async function hasStaff(db: Database): Promise<boolean> {
  const members = await db.$count(staffMember, isNull(staffMember.removedAt));
  const now = new Date();
  return members > 0 || (await listInvitations(db)).some(({ expiresAt }) => expiresAt > now);
}

/** @param self the caller; null for a command */
export async function listStaff(
  db: Database,
  self: Pick<Staff, "id"> | null,
  { codeSecret, now }: { codeSecret: string; now: Date },
): Promise<StaffList> {
  const open = openSessions(db);
  const rows = await db
    .select({ member: staffMember, role: staffRole.name, sessions: open.sessions, lastUsedAt: open.lastUsedAt })
    .from(staffMember)
    .innerJoin(staffRole, eq(staffRole.id, staffMember.roleId))
    .leftJoin(open, eq(open.memberId, staffMember.id))
    .where(isNull(staffMember.removedAt))
    .orderBy(asc(staffMember.id));
  const invitations = await listInvitations(db);
  const failures = await readFailures(db, codeSecret);
  return {
    members: rows.map(({ member, role, sessions, lastUsedAt }) => ({
      _id: String(member.id),
      name: member.name,
      email: member.email,
      roleId: String(member.roleId),
      role,
      createdAt: member.createdAt.toISOString(),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
      sessions: sessions ?? 0,
      failedSignIns: failures.ofMembers.get(member.id) ?? null,
      self: member.id === self?.id,
    })),
    invitations: invitations.map(({ id, email, role, memberId, expiresAt }) => ({
      _id: String(id),
      email,
      role,
      reset: memberId !== null,
      expiresAt: expiresAt.toISOString(),
      expired: expiresAt <= now,
    })),
    failedSignIns: failures.ofStrangers,
  };
}

/**
 * Gives a member another role.
 * @throws ApiError (403) for permissions that the caller lacks, of either role; (404); (409) for the last owner
 */
export async function changeMemberRole(db: Database, id: number, roleId: number, staff: Staff): Promise<void> {
  await db.transaction(async (trx) => {
    const { member, role: before } = await lockMember(trx, id);
    const role = await lockRole(trx, roleId);
    requireGrantable(staff, [...permissionsOf(before), ...permissionsOf(role)]);
    if (before.isOwner && !role.isOwner) await requireAnotherOwner(trx, id);
    await trx.update(staffMember).set({ roleId }).where(eq(staffMember.id, id));
    const change = { before: { role: before.name }, after: { role: role.name } };
    await recordAudit(trx, staff, { action: "staff.role_changed", subject: subjectOf(member), ...change }, new Date());
  });
}

/** Signs a member out everywhere. @throws ApiError (403), (404) */
export async function endSessionsOfMember(db: Database, id: number, staff: Staff): Promise<void> {
  await db.transaction(async (trx) => {
    const { member, role } = await lockMember(trx, id);
    requireGrantable(staff, permissionsOf(role));
    const ended = await endStaffSessions(trx, id);
    await recordAudit(
      trx,
      staff,
      { action: "staff.sessions_ended", subject: subjectOf(member), after: { sessions: ended } },
      new Date(),
    );
  });
}

/** Resets a member's sign-in if the caller may. @returns the link @throws ApiError (403), (404), (429) */
export function resetMemberAs(db: Database, id: number, staff: Staff, deps: InvitationDeps): Promise<string> {
  return db.transaction(async (trx) => {
    const { member, role } = await lockMember(trx, id);
    requireGrantable(staff, permissionsOf(role));
    return resetMember(trx, member, staff, deps);
  });
}

/** Removes a member's password and second factor, ends every session and emails a link for setting new ones. @returns the link */
export async function resetMember(
  trx: DatabaseOrTransaction,
  member: MemberRow,
  actor: Actor,
  deps: InvitationDeps,
): Promise<string> {
  await removeCredentials(trx, member.id, {});
  await recordAudit(trx, actor, { action: "staff.reset", subject: subjectOf(member) }, deps.now);
  return inviteAgain(trx, member, deps);
}

/** Removes a member if the caller may. @throws ApiError (403), (404), (409) for the last owner */
export async function removeMemberAs(db: Database, id: number, staff: Staff): Promise<void> {
  await db.transaction(async (trx) => {
    const { member, role } = await lockMember(trx, id);
    requireGrantable(staff, permissionsOf(role));
    await removeMember(trx, { member, role }, staff);
  });
}

/** @throws ApiError (409) for the last owner */
export async function removeMember(
  trx: DatabaseOrTransaction,
  { member, role }: { member: MemberRow; role: RoleRow },
  actor: Actor,
): Promise<void> {
  if (role.isOwner) await requireAnotherOwner(trx, member.id);
  const now = new Date();
  await removeCredentials(trx, member.id, { removedAt: now });
  await trx.delete(staffInvitation).where(eq(staffInvitation.memberId, member.id));
  await recordAudit(
    trx,
    actor,
    { action: "staff.removed", subject: subjectOf(member), before: { role: role.name } },
    now,
  );
}

/** Finds and locks a member by email. @throws ApiError (404) */
export async function lockMemberByEmail(trx: DatabaseOrTransaction, typedEmail: string) {
  const email = canonicalEmail(typedEmail);
  const [found] = await trx
    .select({ id: staffMember.id })
    .from(staffMember)
    .where(and(eq(staffMember.email, email), isNull(staffMember.removedAt)));
  if (!found) throw new ApiError("not_found", `No member of staff has the email ${email}.`);
  return lockMember(trx, found.id);
}

async function lockMember(trx: DatabaseOrTransaction, id: number): Promise<{ member: MemberRow; role: RoleRow }> {
  // Also locks the owners, in the order of `requireAnotherOwner`, to prevent deadlocks.
  const ownerRole = trx.select({ id: staffRole.id }).from(staffRole).where(eq(staffRole.isOwner, true));
  const locked = await trx
    .select()
    .from(staffMember)
    .where(and(or(eq(staffMember.id, id), eq(staffMember.roleId, ownerRole)), isNull(staffMember.removedAt)))
    .orderBy(asc(staffMember.id))
    .for("update");
  const member = locked.find((row) => row.id === id);
  const [role] = member ? await trx.select().from(staffRole).where(eq(staffRole.id, member.roleId)) : [];
  if (!member || !role) throw new ApiError("not_found", "This member was removed.");
  return { member, role };
}

/** Removes a member's credentials, and revokes the API tokens that the member created. */
async function removeCredentials(trx: DatabaseOrTransaction, id: number, also: { removedAt?: Date }): Promise<void> {
  await trx
    .update(staffMember)
    .set({ ...also, passwordHash: null, totpKey: null })
    .where(eq(staffMember.id, id));
  await trx.delete(staffRecoveryCode).where(eq(staffRecoveryCode.memberId, id));
  await removePasskeys(trx, id);
  await endStaffSessions(trx, id);
  await trx
    .update(apiToken)
    .set({ revokedAt: new Date() })
    .where(and(eq(apiToken.createdById, id), isNull(apiToken.revokedAt)));
}

const subjectOf = ({ id }: MemberRow) => ({ type: "staff" as const, id: String(id) });

/** Lists the emails of the owners, for messages to owners only. */
export async function listOwnerEmails(db: DatabaseOrTransaction): Promise<string[]> {
  const owners = await db
    .select({ email: staffMember.email })
    .from(staffMember)
    .innerJoin(staffRole, eq(staffRole.id, staffMember.roleId))
    .where(and(eq(staffRole.isOwner, true), isNull(staffMember.removedAt)));
  return owners.map(({ email }) => email);
}
