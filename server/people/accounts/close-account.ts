/** A customer deletes the account, after a proof of identity. */

import { and, eq, isNull } from "drizzle-orm";
import type { CloseAccountBody } from "../../../contract/accounts/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { type CodeBinding, hashCode, newCode } from "../../base/secrets.ts";
import { minutesAfter } from "../../base/time.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Customer } from "../../platform/http/sessions.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { deleteUploads } from "../../platform/media/uploads.ts";
import { mailsTo, perIp, wrongCurrentPasswords } from "../../platform/rate-limits/account-limits.ts";
import { consume, undoConsume } from "../../platform/rate-limits/limits.ts";
import { consumeAttempt } from "./attempt-limits.ts";
import { CODE_MINUTES, checkCode, consumeCode, replaceCode } from "./codes.ts";
import { closeAccountEmail } from "./emails.ts";
import { deleteCodesOf, eraseAccount, requireNoOpenOrders } from "./erase-account.ts";
import { checkPassword, rejectWhenBusy } from "./passwords.ts";
import { logSecurityEvent } from "./security-events.ts";

const closeBinding = (email: string): CodeBinding => ({ email, purpose: "close" });

/**
 * Mails a code that confirms the deletion, for a customer without a password.
 * @throws ApiError (429) when requested too soon or too often
 */
export async function sendCloseCode(db: Database, { name, email }: Customer, context: RequestContext): Promise<void> {
  await consume(db, perIp("send", context.ip, context.attemptsPerIp), context.now);
  await db.transaction(async (trx) => {
    await consume(trx, mailsTo(closeBinding(email)), context.now);
    const code = newCode();
    await replaceCode(trx, closeBinding(email), hashCode(context.codeSecret, closeBinding(email), code), context.now);
    const expiresAt = minutesAfter(context.now, CODE_MINUTES);
    await queueMail(trx, { to: email, ...closeAccountEmail(context.sender, { name, code }), expiresAt }, context.now);
  });
}

/**
 * Deletes the account of a logged-in customer, confirmed by the password or a mailed code.
 * @throws ApiError (409) while an order is open, (422) for a wrong password or code, (429) after too many wrong ones
 */
export async function closeAccount(
  db: Database,
  { id, email }: Customer,
  body: CloseAccountBody,
  context: RequestContext,
): Promise<void> {
  const proof = await requireProof(db, { id, email }, body, context);
  const files = await db.transaction(async (trx) => {
    // Locks codes before the customer, as everywhere, so that concurrent requests do not deadlock.
    if (proof.codeHash) await consumeCode(trx, closeBinding(email), proof.codeHash);
    await deleteCodesOf(trx, email);
    const [owner] = await trx
      .select({
        name: customer.name,
        publicId: customer.publicId,
        mobile: customer.mobile,
        profileImage: customer.profileImage,
        passwordHash: customer.passwordHash,
      })
      .from(customer)
      .where(and(eq(customer.id, id), isNull(customer.closedAt)))
      .for("update");
    if (!owner) throw new ApiError("unauthorized");
    // The password has changed since it was compared.
    if (proof.passwordHash && owner.passwordHash !== proof.passwordHash) throw wrongPassword();
    await requireNoOpenOrders(trx, id);

    return eraseAccount(trx, { ...owner, id, email }, { ...context, deleteReviews: body.reviews === "delete" });
  });
  logSecurityEvent(context, "account_deleted", { customerId: id });
  await deleteUploads(db, files);
}

/** Checks the proof of identity; the transaction compares it again. */
async function requireProof(
  db: Database,
  { id, email }: { id: number; email: string },
  { password, otp }: CloseAccountBody,
  context: RequestContext,
): Promise<{ codeHash?: string; passwordHash?: string }> {
  if (otp !== undefined) return { codeHash: await checkCode(db, closeBinding(email), otp, context) };
  if (password === undefined) throw ApiError.ofField("password", "Password is required.");
  rejectWhenBusy();
  const limit = wrongCurrentPasswords(email);
  await consumeAttempt(db, [limit], { email, kind: "current password", context });
  const [account] = await db.select({ passwordHash: customer.passwordHash }).from(customer).where(eq(customer.id, id));
  const check = await checkPassword(password, account?.passwordHash ?? null);
  if (!account?.passwordHash || check === "wrong") {
    logSecurityEvent(context, "login_failed", { customerId: id }, { method: "current password" });
    throw wrongPassword();
  }
  await undoConsume(db, limit);
  return { passwordHash: account.passwordHash };
}

const wrongPassword = () => ApiError.ofField("password", "Your current password isn’t right.", "password_wrong");
