import { and, eq } from "drizzle-orm";
import type { Session } from "../../../contract/accounts/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Customer } from "../../platform/http/sessions.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { wrongCurrentPasswords } from "../../platform/rate-limits/account-limits.ts";
import { undoConsume } from "../../platform/rate-limits/limits.ts";
import { consumeAttempt } from "./attempt-limits.ts";
import { rejectCommonPassword } from "./common-passwords/common-passwords.ts";
import { passwordChangedEmail } from "./notice-emails.ts";
import { deleteResets } from "./password-reset.ts";
import { checkPassword, hashPassword, rejectWhenBusy } from "./passwords.ts";
import { logSecurityEvent } from "./security-events.ts";
import { accountColumns, endSessionsOf, logInWith } from "./sessions.ts";

/**
 * Changes the password of a logged-in customer. Every session ends; the response has a new one for this device.
 * @throws ApiError (422) for a wrong current password or an account without one, (429) after too many attempts, (503) when the shop is busy
 */
export async function updatePassword(
  db: Database,
  { id, email }: Customer,
  { currentPassword, password }: { currentPassword: string; password: string },
  context: RequestContext,
): Promise<Session> {
  rejectWhenBusy();
  // A separate rate limit: a stranger's attempts to log in must not keep the customer from changing the password.
  const limit = wrongCurrentPasswords(email);
  await consumeAttempt(db, [limit], { email, kind: "current password", context });
  const [current] = await db.select({ passwordHash: customer.passwordHash }).from(customer).where(eq(customer.id, id));
  if (current && current.passwordHash === null) {
    throw ApiError.ofField(
      "currentPassword",
      "This account has no password yet. Use Forgot Password to set one by email.",
    );
  }
  const check = await checkPassword(currentPassword, current?.passwordHash ?? null);
  if (!current?.passwordHash || check === "wrong") {
    logSecurityEvent(context, "login_failed", { customerId: id }, { method: "current password" });
    throw wrongPassword();
  }
  const { passwordHash: comparedHash } = current;
  await undoConsume(db, limit);
  await rejectCommonPassword(password);

  const passwordHash = await hashPassword(password);
  const session = await logInWith(db, "password", context, async (trx) => {
    await deleteResets(trx, email);
    // Only if the compared password is still stored: a concurrent reset may have set another.
    const [account] = await trx
      .update(customer)
      .set({ passwordHash })
      .where(and(eq(customer.id, id), eq(customer.passwordHash, comparedHash)))
      .returning(accountColumns);
    if (!account) throw wrongPassword();
    await endSessionsOf(trx, id);
    await queueMail(trx, { to: email, ...passwordChangedEmail(context.sender) }, context.now);
    return account;
  });
  logSecurityEvent(context, "password_changed", { customerId: id });
  logSecurityEvent(context, "session_ended", { customerId: id }, { sessions: "all others" });
  return session;
}

const wrongPassword = () => ApiError.ofField("currentPassword", "Your current password isn’t right.", "password_wrong");
