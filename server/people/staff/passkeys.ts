/** Passkeys of staff. A passkey counts as both factors, because its authenticator verifies the user. */

import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Passkey, PasskeyCreation } from "../../../contract/admin/passkeys.ts";
import { ApiError } from "../../base/errors.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { staffMember, staffPasskey } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import { perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { markNonceUsed, newNonce, verifyNonce } from "../accounts/google-nonce.ts";
import { logSecurityEvent } from "../accounts/security-events.ts";
import { readDevice } from "./device.ts";
import type { SignedIn } from "./sign-in.ts";
import { openRecordedSession } from "./sign-in-records.ts";
import { ALGORITHMS, encodeChallenge, rpIdOf, verifyAssertion, verifyRegistration } from "./webauthn.ts";

const MAX_PASSKEYS = 10;

/** The response of an authenticator to a challenge. */
export interface Assertion {
  challenge: string;
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}

/** Challenges are signed rather than stored, because every view of the sign-in requests one. */
const secretOf = (codeSecret: string, purpose: "sign-in" | "step-up" | "new", memberId = 0) =>
  `passkey ${purpose} ${memberId} ${codeSecret}`;

export const newSignInChallenge = ({ codeSecret, now }: RequestContext) =>
  newNonce(secretOf(codeSecret, "sign-in"), now);

/** Returns what the browser needs to use a passkey of this member. */
export const newStepUpChallenge = ({ id }: Staff, { codeSecret, now }: RequestContext) =>
  newNonce(secretOf(codeSecret, "step-up", id), now);

/** Returns what the browser needs to create a passkey. */
export async function describeNewPasskey(
  db: Database,
  staff: Staff,
  { origin, context }: { origin: string; context: RequestContext },
): Promise<PasskeyCreation> {
  const existing = await db
    .select({ id: staffPasskey.credentialId })
    .from(staffPasskey)
    .where(eq(staffPasskey.memberId, staff.id));
  const challenge = newNonce(secretOf(context.codeSecret, "new", staff.id), context.now);
  return {
    challenge,
    encodedChallenge: encodeChallenge(challenge),
    site: { id: rpIdOf(origin), name: context.sender.name },
    user: { id: Buffer.from(`staff ${staff.id}`).toString("base64url"), name: staff.email, displayName: staff.name },
    algorithms: [...ALGORITHMS],
    existing: existing.map(({ id }) => id),
  };
}

/**
 * Stores a passkey that the member's browser has created.
 * @throws ApiError (422) for an invalid one, (409) for too many, or one that is already stored
 */
export async function addPasskey(
  db: Database,
  staff: Staff,
  body: Omit<Assertion, "signature"> & { name: string; publicKey: string; algorithm: number },
  { origin, context }: { origin: string; context: RequestContext },
): Promise<void> {
  const { codeSecret, now } = context;
  const expiresAt = verifyNonce(secretOf(codeSecret, "new", staff.id), body.challenge, now);
  const credential = expiresAt && verifyRegistration(body, { origin, challenge: body.challenge });
  if (!credential) throw unusable();
  await db.transaction(async (trx) => {
    if (!(await markNonceUsed(trx, body.challenge, expiresAt))) throw unusable();
    await trx.select({ id: staffMember.id }).from(staffMember).where(eq(staffMember.id, staff.id)).for("update");
    if ((await trx.$count(staffPasskey, eq(staffPasskey.memberId, staff.id))) >= MAX_PASSKEYS)
      throw new ApiError("conflict", `You have ${MAX_PASSKEYS} passkeys already. Remove one first.`);
    const { id: credentialId, ...key } = credential;
    const values = { memberId: staff.id, name: body.name, credentialId, ...key, createdAt: now };
    const [added] = await trx
      .insert(staffPasskey)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: staffPasskey.id });
    if (!added) throw new ApiError("conflict", "This passkey is stored already.");
    const subject = { type: "staff" as const, id: String(staff.id) };
    await recordAudit(trx, staff, { action: "staff.passkey_added", subject, after: { name: body.name } }, now);
  });
  logSecurityEvent(context, "passkey_added", { staffId: staff.id });
}

export async function listPasskeys(db: Database, { id }: Pick<Staff, "id">): Promise<Passkey[]> {
  const rows = await db.select().from(staffPasskey).where(eq(staffPasskey.memberId, id)).orderBy(asc(staffPasskey.id));
  return rows.map((row) => ({
    _id: String(row.id),
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }));
}

/** @throws ApiError (404) if the member has none with this id */
export async function removePasskey(db: Database, staff: Staff, id: number): Promise<void> {
  await db.transaction(async (trx) => {
    const [removed] = await trx
      .delete(staffPasskey)
      .where(and(eq(staffPasskey.id, id), eq(staffPasskey.memberId, staff.id)))
      .returning({ name: staffPasskey.name });
    if (!removed) throw new ApiError("not_found", "That passkey was removed already.");
    const subject = { type: "staff" as const, id: String(staff.id) };
    await recordAudit(trx, staff, { action: "staff.passkey_removed", subject, before: removed }, new Date());
  });
}

/** Removes every passkey of a member, in a transaction. */
export async function removePasskeys(trx: DatabaseOrTransaction, memberId: number): Promise<void> {
  await trx.delete(staffPasskey).where(eq(staffPasskey.memberId, memberId));
}

/** Signs in with a passkey alone. @param deviceCookie as the browser sent it @throws ApiError (422) for an unknown or invalid one, (429) */
export async function signInWithPasskey(
  db: Database,
  assertion: Assertion,
  { origin, context, deviceCookie }: { origin: string; context: RequestContext; deviceCookie: string },
): Promise<SignedIn> {
  await consume(db, perIp("staff sign-in", context.ip, context.attemptsPerIp), context.now);
  const secret = secretOf(context.codeSecret, "sign-in");
  const signedIn = await db.transaction(async (trx) => {
    const memberId = await acceptAssertion(trx, assertion, { secret, origin, now: context.now });
    const isKnown = readDevice(context.codeSecret, deviceCookie, memberId) !== null;
    return { memberId, token: await openRecordedSession(trx, { memberId, method: "passkey", isKnown }, context) };
  });
  logSecurityEvent(context, "login_succeeded", { staffId: signedIn.memberId }, { method: "passkey" });
  return signedIn;
}

/** Accepts a passkey of this member as the second factor. @throws ApiError (422), (429) */
export async function acceptOwnPasskey(
  db: Database,
  staff: Staff,
  assertion: Assertion,
  { origin, context }: { origin: string; context: RequestContext },
): Promise<void> {
  await consume(db, perIp("staff sign-in", context.ip, context.attemptsPerIp), context.now);
  const secret = secretOf(context.codeSecret, "step-up", staff.id);
  await db.transaction(async (trx) => {
    if ((await acceptAssertion(trx, assertion, { secret, origin, now: context.now })) !== staff.id) throw unusable();
  });
}

/** Verifies an assertion and marks its challenge as used. @returns the passkey's member */
async function acceptAssertion(
  trx: DatabaseOrTransaction,
  assertion: Assertion,
  { secret, origin, now }: { secret: string; origin: string; now: Date },
): Promise<number> {
  const { challenge, id } = assertion;
  const expiresAt = verifyNonce(secret, challenge, now);
  const [found] = await trx
    .select({ passkey: staffPasskey })
    .from(staffPasskey)
    .innerJoin(staffMember, eq(staffMember.id, staffPasskey.memberId))
    .where(and(eq(staffPasskey.credentialId, id), isNull(staffMember.removedAt)))
    .for("update");
  const counter = found && expiresAt && verifyAssertion(assertion, found.passkey, { origin, challenge });
  if (!found || !expiresAt || typeof counter !== "number") throw unusable();
  if (!(await markNonceUsed(trx, challenge, expiresAt))) throw unusable();
  await trx.update(staffPasskey).set({ counter, lastUsedAt: sql`now()` }).where(eq(staffPasskey.id, found.passkey.id));
  return found.passkey.memberId;
}

const unusable = () =>
  ApiError.ofField("passkey", "This passkey doesn’t work here. Please sign in another way.", "credentials_wrong");
