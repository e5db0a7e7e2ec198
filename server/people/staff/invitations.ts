/**
 * Invitations: emailed links by which somebody becomes a member of staff, or a member sets a new password and second factor. An email has
 * at most one.
 */

import { and, asc, desc, eq, gt, isNull, lte } from "drizzle-orm";
import type { OpenedInvitation } from "../../../contract/admin/session.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import { hashToken, newToken } from "../../base/secrets.ts";
import { daysAfter, minutesAfter } from "../../base/time.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { staffInvitation, staffMember, staffRole } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { consumeAttempt, undoAttempt } from "../accounts/attempt-limits.ts";
import { rejectGuessablePassword } from "../accounts/common-passwords/guessable.ts";
import { hashPassword, rejectWhenBusy } from "../accounts/passwords.ts";
import { logSecurityEvent } from "../accounts/security-events.ts";
import { invitationEmail, invitationUrl, signInResetEmail } from "./emails.ts";
import { requireGrantable } from "./guards.ts";
import { openKey, sealKey } from "./key-box.ts";
import { lockRole, permissionsOf, type RoleRow } from "./roles.ts";
import { newRecoveryCodes, storeRecoveryCodes, wrongSecondFactor } from "./second-factor.ts";
import { openStaffSession } from "./sessions.ts";
import type { SignedIn } from "./sign-in.ts";
import { findTotpStep, newTotpKey, totpUri } from "./totp.ts";

const VALID_MINUTES = 3 * 24 * 60;
/** For how long an expired invitation can be renewed. */
const RENEWABLE_DAYS = 30;
const MAILS_PER_HOUR = 6;

/** The dependencies of this module's functions. */
export interface InvitationDeps {
  /** Whether the shop is a demo, whose mailbox is public: its links must not open a live shop. */
  demo: boolean;
  sender: MailSender;
  now: Date;
}

const hashInvitation = (demo: boolean, token: string) => hashToken(demo ? `demo ${token}` : token);

/**
 * Emails an invitation, which replaces an earlier one to the same email.
 * @returns the link
 * @throws ApiError (409) if a member already has the email, (429)
 */
export async function invite(
  trx: DatabaseOrTransaction,
  { email: typedEmail, role }: { email: string; role: RoleRow },
  actor: Actor,
  deps: InvitationDeps,
): Promise<string> {
  const email = canonicalEmail(typedEmail);
  const [member] = await trx.select({ id: staffMember.id }).from(staffMember).where(isPresent(email));
  if (member) throw ApiError.ofField("email", `${email} is a member of staff already.`, "conflict");
  await limitMails(trx, email, deps.now);
  const url = await replaceInvitation(trx, { email, roleId: role.id, memberId: null }, deps);
  const message = invitationEmail(deps.sender, { role: role.name, url });
  await queueMail(trx, { to: email, ...message, expiresAt: expiryOf(deps.now) }, deps.now);
  const subject = { type: "invitation" as const, id: email };
  await recordAudit(trx, actor, { action: "staff.invited", subject, after: { role: role.name } }, deps.now);
  return url;
}

/** Emails a link to a member whose sign-in was reset. @returns the link */
export async function inviteAgain(
  trx: DatabaseOrTransaction,
  { id, email, name, roleId }: { id: number; email: string; name: string; roleId: number },
  deps: InvitationDeps,
): Promise<string> {
  await limitMails(trx, email, deps.now);
  const url = await replaceInvitation(trx, { email, roleId, memberId: id }, deps);
  await queueMail(
    trx,
    { to: email, ...signInResetEmail(deps.sender, { name, url }), expiresAt: expiryOf(deps.now) },
    deps.now,
  );
  return url;
}

/** The newest invitation of an owner, expired or not, if nobody has joined the staff yet. */
async function findFirstInvitation(db: DatabaseOrTransaction) {
  if ((await db.$count(staffMember)) > 0) return undefined;
  const [found] = await db
    .select({ email: staffInvitation.email, role: staffRole })
    .from(staffInvitation)
    .innerJoin(staffRole, eq(staffRole.id, staffInvitation.roleId))
    .where(eq(staffRole.isOwner, true))
    .orderBy(desc(staffInvitation.id))
    .limit(1);
  return found;
}

/** Whether a shop waits for its first member of staff, an owner who is invited. */
export const isAwaitingOwner = async (db: Database): Promise<boolean> => (await findFirstInvitation(db)) !== undefined;

/** Renews the invitation of the owner whom the shop waits for. @returns the link; null if it waits for nobody */
export async function renewFirstInvitation(
  trx: DatabaseOrTransaction,
  actor: Actor,
  deps: InvitationDeps,
): Promise<string | null> {
  const first = await findFirstInvitation(trx);
  if (!first) return null;
  const url = await replaceInvitation(trx, { email: first.email, roleId: first.role.id, memberId: null }, deps);
  const subject = { type: "invitation" as const, id: first.email };
  await recordAudit(trx, actor, { action: "staff.invited", subject, after: { role: first.role.name } }, deps.now);
  return url;
}

/** Invites the first owner of a shop, in place of everybody who was invited by a setup that came to nothing. @returns the link */
export async function inviteFirstOwner(
  trx: DatabaseOrTransaction,
  { email, role }: { email: string; role: RoleRow },
  actor: Actor,
  deps: InvitationDeps,
): Promise<string> {
  await trx.delete(staffInvitation);
  return invite(trx, { email, role }, actor, deps);
}

const limitMails = (trx: DatabaseOrTransaction, email: string, now: Date) =>
  consume(trx, { key: `staff invitations to ${email}`, limit: MAILS_PER_HOUR, windowSeconds: 3600 }, now);

async function replaceInvitation(
  trx: DatabaseOrTransaction,
  { email, roleId, memberId }: { email: string; roleId: number; memberId: number | null },
  { demo, sender, now }: InvitationDeps,
): Promise<string> {
  const token = newToken();
  const values = { roleId, memberId, tokenHash: hashInvitation(demo, token), totpKey: null, expiresAt: expiryOf(now) };
  await trx
    .insert(staffInvitation)
    .values({ email, ...values })
    .onConflictDoUpdate({ target: staffInvitation.email, set: values });
  return invitationUrl(sender, token);
}

/** Lists invitations, oldest first; those that have expired within a month, too. */
export function listInvitations(db: Database) {
  return db
    .select({
      id: staffInvitation.id,
      email: staffInvitation.email,
      role: staffRole.name,
      memberId: staffInvitation.memberId,
      expiresAt: staffInvitation.expiresAt,
    })
    .from(staffInvitation)
    .innerJoin(staffRole, eq(staffRole.id, staffInvitation.roleId))
    .orderBy(asc(staffInvitation.id));
}

/**
 * Emails an invitation again, also one that has expired. Its earlier link stops working.
 * @returns the link
 * @throws ApiError (403) for a role with permissions that the caller lacks, (404), (429)
 */
export function renewInvitation(db: Database, id: number, staff: Staff, deps: InvitationDeps): Promise<string> {
  return db.transaction(async (trx) => {
    const [invited] = await trx
      .select({ email: staffInvitation.email, roleId: staffInvitation.roleId })
      .from(staffInvitation)
      .where(and(eq(staffInvitation.id, id), isNull(staffInvitation.memberId)))
      .for("update");
    if (!invited) throw answered();
    const role = await lockRole(trx, invited.roleId);
    requireGrantable(staff, permissionsOf(role));
    return invite(trx, { email: invited.email, role }, staff, deps);
  });
}

/** @throws ApiError (403) for a role with permissions that the caller lacks, (404) */
export async function withdrawInvitation(db: Database, id: number, staff: Staff): Promise<void> {
  await db.transaction(async (trx) => {
    const [withdrawn] = await trx
      .delete(staffInvitation)
      .where(and(eq(staffInvitation.id, id), isNull(staffInvitation.memberId)))
      .returning({ email: staffInvitation.email, roleId: staffInvitation.roleId });
    if (!withdrawn) throw answered();
    requireGrantable(staff, permissionsOf(await lockRole(trx, withdrawn.roleId)));
    const subject = { type: "invitation" as const, id: withdrawn.email };
    await recordAudit(trx, staff, { action: "staff.invitation_withdrawn", subject }, new Date());
  });
}

/**
 * Rejects replacing an invitation to a role with permissions that the caller lacks.
 * @throws ApiError (403)
 */
export async function requireReplaceable(trx: DatabaseOrTransaction, typedEmail: string, staff: Staff): Promise<void> {
  const [open] = await trx
    .select({ role: staffRole })
    .from(staffInvitation)
    .innerJoin(staffRole, eq(staffRole.id, staffInvitation.roleId))
    .where(eq(staffInvitation.email, canonicalEmail(typedEmail)))
    .for("update", { of: staffInvitation });
  if (open) requireGrantable(staff, permissionsOf(open.role));
}

/**
 * Reads the purpose of a link. The key for the authenticator app is generated when the link is first opened, and stays. @throws ApiError
 * (422), (429)
 */
export async function openInvitation(
  db: Database,
  token: string,
  { demo, context }: { demo: boolean; context: RequestContext },
): Promise<OpenedInvitation> {
  await consume(db, perIp("staff sign-in", context.ip, context.attemptsPerIp), context.now);
  const tokenHash = hashInvitation(demo, token);
  await db
    .update(staffInvitation)
    .set({ totpKey: sealKey(context.codeSecret, newTotpKey()) })
    .where(and(eq(staffInvitation.tokenHash, tokenHash), isNull(staffInvitation.totpKey)));
  const invitation = await findInvitation(db, tokenHash, context);
  const uri = totpUri(invitation.key, { shop: context.sender.name, email: invitation.email });
  return {
    email: invitation.email,
    role: invitation.role,
    name: invitation.name ?? "",
    totp: { key: invitation.key, uri },
  };
}

/**
 * Accepts an invitation: stores the member with password and second factor, and signs in.
 * @throws ApiError (422) for a used or expired link, a wrong code or a common password; (429)
 */
export async function acceptInvitation(
  db: Database,
  { token, name, password, code }: { token: string; name: string; password: string; code: string },
  { demo, context }: { demo: boolean; context: RequestContext },
): Promise<SignedIn & { recoveryCodes: string[] }> {
  rejectWhenBusy();
  const tokenHash = hashInvitation(demo, token);
  const { id, email, key } = await findInvitation(db, tokenHash, context);
  const limits = [{ key: `staff invitation ${id}`, limit: 10, windowSeconds: 15 * 60 }];
  await consumeAttempt(db, limits, { email, kind: "second factor", context });
  const step = findTotpStep(key, code, context.now);
  if (step === null) throw wrongSecondFactor();
  await undoAttempt(db, limits);
  await rejectGuessablePassword(password);
  const passwordHash = await hashPassword(password);
  const recoveryCodes = newRecoveryCodes();

  const signedIn = await db.transaction(async (trx) => {
    // Only one of several concurrent requests gets the row.
    const [used] = await trx
      .delete(staffInvitation)
      .where(and(eq(staffInvitation.tokenHash, tokenHash), gt(staffInvitation.expiresAt, context.now)))
      .returning();
    if (!used) throw linkExpired();
    const credentials = { name, passwordHash, totpKey: sealKey(context.codeSecret, key), totpStep: step };
    const [member] =
      used.memberId === null
        ? await trx
            .insert(staffMember)
            .values({ email: used.email, roleId: used.roleId, createdAt: context.now, ...credentials })
            .onConflictDoNothing()
            .returning()
        : await trx
            .update(staffMember)
            .set(credentials)
            .where(and(eq(staffMember.id, used.memberId), isNull(staffMember.removedAt)))
            .returning();
    if (!member) throw linkExpired();
    await storeRecoveryCodes(trx, member.id, recoveryCodes, context.codeSecret);
    const [role] = await trx.select({ name: staffRole.name }).from(staffRole).where(eq(staffRole.id, member.roleId));
    const actor = { id: member.id, name, role: role?.name ?? "", requestId: context.requestId };
    const action = used.memberId === null ? "staff.joined" : "staff.signed_in_again";
    const subject = { type: "staff" as const, id: String(member.id) };
    await recordAudit(trx, actor, { action, subject, after: { role: actor.role } }, context.now);
    return { memberId: member.id, token: await openStaffSession(trx, member.id, context.userAgent) };
  });
  logSecurityEvent(context, "staff_joined", { staffId: signedIn.memberId });
  return { ...signedIn, recoveryCodes };
}

async function findInvitation(db: Database, tokenHash: string, { now, codeSecret }: RequestContext) {
  const [found] = await db
    .select({
      id: staffInvitation.id,
      email: staffInvitation.email,
      role: staffRole.name,
      name: staffMember.name,
      totpKey: staffInvitation.totpKey,
    })
    .from(staffInvitation)
    .innerJoin(staffRole, eq(staffRole.id, staffInvitation.roleId))
    .leftJoin(staffMember, eq(staffMember.id, staffInvitation.memberId))
    .where(and(eq(staffInvitation.tokenHash, tokenHash), gt(staffInvitation.expiresAt, now)));
  const key = found?.totpKey && openKey(codeSecret, found.totpKey);
  if (!found || !key) throw linkExpired();
  return { ...found, key };
}

/** Deletes invitations that expired a month ago. As long as nobody has joined, one of them names the shop's owner. */
export async function deleteExpiredInvitations(db: Database, now: Date): Promise<void> {
  if ((await db.$count(staffMember)) === 0) return;
  await db.delete(staffInvitation).where(lte(staffInvitation.expiresAt, daysAfter(now, -RENEWABLE_DAYS)));
}

const isPresent = (email: string) => and(eq(staffMember.email, email), isNull(staffMember.removedAt));
const expiryOf = (now: Date) => minutesAfter(now, VALID_MINUTES);
const answered = () => new ApiError("not_found", "This invitation was accepted or withdrawn already.");
const linkExpired = () =>
  ApiError.ofField("token", "This link was used or has expired. Please ask for a new one.", "token_expired");
