import { eq } from "drizzle-orm";
import type { Session } from "../../../contract/accounts/schemas.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import { type CodeBinding, hashCode, newCode } from "../../base/secrets.ts";
import { minutesAfter } from "../../base/time.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { mailsTo, perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume, undoConsume } from "../../platform/rate-limits/limits.ts";
import { CODE_MINUTES, checkCode, consumeCode, replaceCode } from "./codes.ts";
import { rejectCommonPassword } from "./common-passwords/common-passwords.ts";
import { recordAccountConsent } from "./consents.ts";
import { emailTakenEmail, signUpCodeEmail } from "./emails.ts";
import { awaitsFirstLogin } from "./moved-accounts.ts";
import { welcomeEmail } from "./notice-emails.ts";
import { hashPassword, rejectWhenBusy } from "./passwords.ts";
import { logSecurityEvent } from "./security-events.ts";
import { accountColumns, logInWith } from "./sessions.ts";

const signUpBinding = (email: string): CodeBinding => ({ email, purpose: "sign_up" });

/**
 * Mails a sign-up code, or a note to an email that has an account. Response and duration are the same, so they reveal no accounts.
 * @throws ApiError (429) when requested too soon or too often
 */
export async function sendSignUpCode(db: Database, typedEmail: string, context: RequestContext): Promise<void> {
  const email = canonicalEmail(typedEmail);
  await consume(db, perIp("send", context.ip, context.attemptsPerIp), context.now);
  await db.transaction(async (trx) => {
    await consume(trx, mailsTo(signUpBinding(email)), context.now);
    const [known] = await trx
      .select({ isFirst: awaitsFirstLogin(trx) })
      .from(customer)
      .where(eq(customer.email, email));
    const code = newCode();
    const codeHash = hashCode(context.codeSecret, signUpBinding(email), code);
    await replaceCode(trx, signUpBinding(email), known ? null : codeHash, context.now);
    const message = known ? emailTakenEmail(context.sender, known) : signUpCodeEmail(context.sender, code);
    await queueMail(trx, { to: email, ...message, expiresAt: minutesAfter(context.now, CODE_MINUTES) }, context.now);
  });
}

export interface Registration {
  email: string;
  otp: string;
  password: string;
  name: string;
}

/**
 * Creates an account with the mailed code, and logs in.
 * @throws ApiError (422) for a wrong, expired or used code, (409) if an account was created for the email meanwhile, (429) after too many
 * attempts, (503) when the shop is busy
 */
export async function register(
  db: Database,
  { email: typedEmail, otp, password, name }: Registration,
  context: RequestContext,
): Promise<Session> {
  rejectWhenBusy();
  const email = canonicalEmail(typedEmail);
  await rejectCommonPassword(password);
  const limit = perIp("code", context.ip, context.attemptsPerIp);
  await consume(db, limit, context.now);
  const codeHash = await checkCode(db, signUpBinding(email), otp, context);
  await undoConsume(db, limit);

  const passwordHash = await hashPassword(password);
  let customerId = 0;
  const session = await logInWith(db, "code", context, async (trx) => {
    await consumeCode(trx, signUpBinding(email), codeHash);
    const [created] = await trx
      .insert(customer)
      .values({ email, name, passwordHash })
      .onConflictDoNothing()
      .returning(accountColumns);
    if (!created)
      throw ApiError.ofField(
        "email",
        "This email already has an account. Please log in or reset your password.",
        "email_taken",
      );
    await recordAccountConsent(trx, created.id, { event: "accepted", place: "sign_up", at: context.now });
    await queueMail(trx, { to: email, ...welcomeEmail(context.sender, name) }, context.now);
    customerId = created.id;
    return created;
  });
  logSecurityEvent(context, "account_created", { customerId });
  return session;
}
