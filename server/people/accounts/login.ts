import { and, eq } from "drizzle-orm";
import type { Session } from "../../../contract/accounts/schemas.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { consumeAttempt, passwordAttemptLimits, undoAttempt } from "./attempt-limits.ts";
import { hasMovedAccounts } from "./moved-accounts.ts";
import { checkPassword, hashPassword, rejectWhenBusy } from "./passwords.ts";
import { logSecurityEvent } from "./security-events.ts";
import { accountColumns, logInWith } from "./sessions.ts";

/**
 * Logs in with email and password. An unknown email gets the same response in the same time as a wrong password, and as an account of the shop
 * before, which has none yet.
 * @throws ApiError (422) for a wrong email or password, (429) after too many attempts, (503) when the shop is busy
 */
export async function login(
  db: Database,
  { email: typedEmail, password }: { email: string; password: string },
  context: RequestContext,
): Promise<Session> {
  rejectWhenBusy();
  const email = canonicalEmail(typedEmail);
  const limits = await passwordAttemptLimits(db, email, context);
  await consumeAttempt(db, limits, { email, kind: "password", context });

  const [found] = await db
    .select({ ...accountColumns, passwordHash: customer.passwordHash })
    .from(customer)
    .where(eq(customer.email, email));
  const check = await checkPassword(password, found?.passwordHash ?? null);
  if (!found || check === "wrong") {
    logSecurityEvent(context, "login_failed", found ? { customerId: found.id } : { email }, { method: "password" });
    throw wrongCredentials(await hasMovedAccounts(db));
  }

  await undoAttempt(db, limits);
  const renewed = check === "needs_rehash" ? await hashPassword(password) : undefined;
  return logInWith(db, "password", context, async (trx) => {
    // A concurrent password change has ended all sessions; none may start after it.
    const unchanged = and(eq(customer.id, found.id), eq(customer.passwordHash, found.passwordHash ?? ""));
    const [account] = renewed
      ? await trx.update(customer).set({ passwordHash: renewed }).where(unchanged).returning(accountColumns)
      : await trx.select(accountColumns).from(customer).where(unchanged).for("share");
    if (!account) throw wrongCredentials();
    return account;
  });
}

/** @param hasMoved whether the shop has accounts of the shop before: then the message says to everybody what their owners need to know */
const wrongCredentials = (hasMoved = false) =>
  ApiError.ofField(
    "password",
    hasMoved
      ? "That email and password don’t match. We’ve moved to a new website: if this is your first login here, press Forgot Password and set a password once. Otherwise please try again, or reset your password."
      : "That email and password don’t match. Please try again, or reset your password.",
    "credentials_wrong",
  );
