/**
 * Password reset. The mail contains a code and a link. The code is exchanged for a token like the link's; a token sets one password, and
 * using either invalidates the other.
 */

import { and, eq, gt } from "drizzle-orm";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import { type CodeBinding, hashCode, hashToken, newCode, newToken } from "../../base/secrets.ts";
import { minutesAfter } from "../../base/time.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, resetToken } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import {
  mailsTo,
  perIp,
  wrongCurrentPasswords,
  wrongPasswords,
  wrongPasswordsFromAll,
} from "../../platform/rate-limits/account-limits.ts";
import { consume, reset, undoConsume } from "../../platform/rate-limits/limits.ts";
import { checkCode, consumeCode, deleteCode, RESET_MINUTES, replaceCode } from "./codes.ts";
import { rejectCommonPassword } from "./common-passwords/common-passwords.ts";
import { recordAccountConsent } from "./consents.ts";
import { noAccountEmail, passwordResetEmail } from "./emails.ts";
import { rememberNetwork } from "./known-networks.ts";
import { awaitsFirstLogin } from "./moved-accounts.ts";
import { firstPasswordEmail, passwordChangedEmail } from "./notice-emails.ts";
import { hashPassword } from "./passwords.ts";
import { logSecurityEvent } from "./security-events.ts";
import { endSessionsOf } from "./sessions.ts";

const resetBinding = (email: string): CodeBinding => ({ email, purpose: "reset" });

/**
 * Mails a code and a link, or a note to an email that has no account. Response and duration are the same, so they reveal no accounts.
 * @throws ApiError (429) when requested too soon or too often
 */
export async function forgotPassword(db: Database, typedEmail: string, context: RequestContext): Promise<void> {
  const email = canonicalEmail(typedEmail);
  await consume(db, perIp("send", context.ip, context.attemptsPerIp), context.now);
  await db.transaction(async (trx) => {
    await consume(trx, mailsTo(resetBinding(email)), context.now);
    const [known] = await trx
      .select({ name: customer.name, isFirst: awaitsFirstLogin(trx) })
      .from(customer)
      .where(eq(customer.email, email));
    const code = newCode();
    const codeHash = hashCode(context.codeSecret, resetBinding(email), code);
    await replaceCode(trx, resetBinding(email), known ? codeHash : null, context.now);
    // Stored for every email, so that each takes the same time; without an account nobody ever receives it.
    const token = await replaceToken(trx, email, context.now);
    const message = known
      ? passwordResetEmail(context.sender, { ...known, code, token })
      : noAccountEmail(context.sender);
    await queueMail(trx, { to: email, ...message, expiresAt: minutesAfter(context.now, RESET_MINUTES) }, context.now);
  });
}

/**
 * Exchanges the mailed code for a token; invalidates the mailed link.
 * @throws ApiError (422) for a wrong, expired or used code, (429) after too many attempts
 */
export async function verifyResetCode(
  db: Database,
  { email: typedEmail, otp }: { email: string; otp: string },
  context: RequestContext,
): Promise<{ token: string }> {
  const email = canonicalEmail(typedEmail);
  const limit = perIp("code", context.ip, context.attemptsPerIp);
  await consume(db, limit, context.now);
  const codeHash = await checkCode(db, resetBinding(email), otp, context);
  await undoConsume(db, limit);

  return db.transaction(async (trx) => {
    await consumeCode(trx, resetBinding(email), codeHash);
    return { token: await replaceToken(trx, email, context.now) };
  });
}

/**
 * Sets a new password with a reset token. The mail has proved who owns the email, so every other access ends: its sessions, and its link
 * to a Google account, which may belong to a former owner of the email; the next login with Google links it again by the usual rules.
 * Clears the limits of wrong passwords and stores the network as known, so that attackers cannot lock the customer out. Every use of the page
 * accepts, as its sentence says: an account of the shop before has accepted nothing until then.
 * @throws ApiError (422) when the token is unknown, used or older than 15 minutes, or the password is a common one
 */
export async function changePassword(
  db: Database,
  { token, password }: { token: string; password: string },
  context: RequestContext,
): Promise<void> {
  const isUsable = and(eq(resetToken.tokenHash, hashToken(token)), gt(resetToken.expiresAt, context.now));
  // Checked before the costly hashing, and again in the transaction.
  const [known] = await db.select({ email: resetToken.email }).from(resetToken).where(isUsable);
  if (!known) throw tokenExpired();
  await rejectCommonPassword(password);
  const passwordHash = await hashPassword(password);
  const { email } = known;
  const customerId = await db.transaction(async (trx) => {
    await deleteCode(trx, resetBinding(email));
    const [used] = await trx.delete(resetToken).where(isUsable).returning({ email: resetToken.email });
    if (!used) throw tokenExpired();
    const [before] = await trx
      .select({ passwordHash: customer.passwordHash })
      .from(customer)
      .where(eq(customer.email, email))
      .for("no key update");
    const [account] = await trx
      .update(customer)
      .set({ passwordHash, googleSubject: null })
      .where(eq(customer.email, email))
      .returning({ id: customer.id });
    if (!account) throw tokenExpired();
    await recordAccountConsent(trx, account.id, { event: "accepted", place: "set_password", at: context.now });
    await endSessionsOf(trx, account.id);
    for (const { key } of [
      wrongPasswords(email, context.ip),
      wrongPasswordsFromAll(email, "known"),
      wrongPasswordsFromAll(email, "unknown"),
      wrongCurrentPasswords(email),
    ])
      await reset(trx, key);
    await rememberNetwork(trx, { id: account.id, email }, context);
    const message = before?.passwordHash ? passwordChangedEmail : firstPasswordEmail;
    await queueMail(trx, { to: email, ...message(context.sender) }, context.now);
    return account.id;
  });
  logSecurityEvent(context, "password_reset", { customerId });
  logSecurityEvent(context, "session_ended", { customerId }, { sessions: "all" });
}

/** Invalidates mailed reset codes and links. */
export async function deleteResets(trx: DatabaseOrTransaction, email: string): Promise<void> {
  // Locks the code first, as everywhere, so that concurrent requests do not deadlock.
  await deleteCode(trx, resetBinding(email));
  await trx.delete(resetToken).where(eq(resetToken.email, email));
}

async function replaceToken(trx: DatabaseOrTransaction, email: string, now: Date): Promise<string> {
  const token = newToken();
  await trx.delete(resetToken).where(eq(resetToken.email, email));
  await trx
    .insert(resetToken)
    .values({ tokenHash: hashToken(token), email, expiresAt: minutesAfter(now, RESET_MINUTES) });
  return token;
}

const tokenExpired = () => new ApiError("token_expired", "This link is no longer valid. Please ask for a new one.");
