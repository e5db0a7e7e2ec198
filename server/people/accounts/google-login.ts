/**
 * Login with Google. An account is identified by Google's `sub`, never by the email alone: an existing account is linked only if Google is
 * authoritative for the email, otherwise by a mailed code.
 */

import { and, eq, isNull } from "drizzle-orm";
import { email as emailSchema, type Session } from "../../../contract/accounts/schemas.ts";
import { cleanLine } from "../../../contract/text.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import { type CodeBinding, hashCode, newCode } from "../../base/secrets.ts";
import { minutesAfter } from "../../base/time.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { mailsTo, perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume, undoConsume } from "../../platform/rate-limits/limits.ts";
import { CODE_MINUTES, checkCode, consumeCode, replaceCode } from "./codes.ts";
import { recordAccountConsent } from "./consents.ts";
import { linkGoogleEmail } from "./emails.ts";
import type { GoogleSignIn } from "./google.ts";
import { type GoogleIdentity, googleError, isAuthoritative } from "./google-identity.ts";
import { markNonceUsed, verifyNonce } from "./google-nonce.ts";
import { googleLinkedEmail, welcomeEmail } from "./notice-emails.ts";
import { logSecurityEvent } from "./security-events.ts";
import { accountColumns, logInWith, type SessionAccount } from "./sessions.ts";

const linkBinding = ({ email, subject }: Person): CodeBinding => ({ email, purpose: "google", googleSubject: subject });

/** A verified identity, whose nonce is not consumed yet. */
interface Person extends GoogleIdentity {
  nonceExpiresAt: Date;
}

/**
 * Logs in with an ID token; creates an account for an unknown email.
 * @throws ApiError (422) for an invalid token, (409, field otp) after mailing a code to confirm with, (429) after too many attempts
 */
export async function googleLogin(
  db: Database,
  google: GoogleSignIn | null,
  idToken: string,
  context: RequestContext,
): Promise<Session> {
  const person = await verifyPerson(db, google, idToken, context);
  const session = await logInWith(db, "google", context, async (trx) => {
    const known = (await findBySubject(trx, person.subject)) ?? (await createAccount(trx, person, context));
    const account = known ?? (await linkByEmail(trx, person, context));
    if (account) {
      await consumeNonce(trx, person);
      await recordConsent(trx, account, context);
    } else await mailCode(trx, person, context);
    return account;
  });
  // Thrown after the mail is queued.
  if (!session) {
    const message = `You already have an account with ${person.email}. We’ve emailed you a code. Enter it to link your Google account.`;
    throw ApiError.ofField("otp", message, "code_required");
  }
  return session;
}

/**
 * Links a Google account to the customer with the same email, by the mailed code, and logs in.
 * @throws ApiError (422) for a wrong token or code, (429) after too many attempts
 */
export async function confirmGoogleLogin(
  db: Database,
  google: GoogleSignIn | null,
  { idToken, otp }: { idToken: string; otp: string },
  context: RequestContext,
): Promise<Session> {
  const person = await verifyPerson(db, google, idToken, context);
  const codeHash = await checkCode(db, linkBinding(person), otp, context);
  return logInWith(db, "google", context, async (trx) => {
    await consumeCode(trx, linkBinding(person), codeHash);
    await consumeNonce(trx, person);
    const account = await linkGoogle(trx, person, context);
    if (!account) throw linkedElsewhere();
    await recordConsent(trx, account, context);
    return account;
  });
}

async function verifyPerson(
  db: Database,
  google: GoogleSignIn | null,
  idToken: string,
  context: RequestContext,
): Promise<Person> {
  if (!google)
    throw new ApiError(
      "not_found",
      "Google sign-in isn’t available right now. Please log in with your email and password.",
    );
  await consume(db, perIp("social", context.ip, context.attemptsPerIp), context.now);
  const identity = await google.verify(idToken);
  const nonceExpiresAt = verifyNonce(context.codeSecret, identity.nonce, context.now);
  const email = emailSchema.safeParse(identity.email);
  if (!nonceExpiresAt || !email.success) throw googleError();
  if (!identity.emailVerified)
    throw new ApiError(
      "google_rejected",
      "Google hasn’t verified this email address yet. Please verify it with Google, or sign up here with your email.",
    );
  await undoConsume(db, perIp("social", context.ip, context.attemptsPerIp));
  return { ...identity, email: canonicalEmail(email.data), nonceExpiresAt };
}

async function findBySubject(trx: DatabaseOrTransaction, subject: string): Promise<SessionAccount | undefined> {
  const [found] = await trx.select(accountColumns).from(customer).where(eq(customer.googleSubject, subject));
  return found;
}

/** Creates an account; returns undefined if the email has one. Of two concurrent logins, the second finds the first one's account. */
async function createAccount(
  trx: DatabaseOrTransaction,
  { subject, email, name }: Person,
  context: RequestContext,
): Promise<SessionAccount | undefined> {
  const [created] = await trx
    .insert(customer)
    .values({ email, name: displayName(name, email), googleSubject: subject })
    .onConflictDoNothing()
    .returning(accountColumns);
  if (!created) return findBySubject(trx, subject);
  logSecurityEvent(context, "account_created", { customerId: created.id });
  await queueMail(trx, { to: email, ...welcomeEmail(context.sender, created.name) }, context.now);
  return created;
}

/** Links the account with the same email; returns null if Google is not authoritative for the email. */
async function linkByEmail(
  trx: DatabaseOrTransaction,
  person: Person,
  context: RequestContext,
): Promise<SessionAccount | null> {
  const [existing] = await trx
    .select({ googleSubject: customer.googleSubject })
    .from(customer)
    .where(eq(customer.email, person.email));
  if (existing?.googleSubject) throw linkedElsewhere();
  if (!isAuthoritative(person)) return null;
  const linked = await linkGoogle(trx, person, context);
  if (!linked) throw linkedElsewhere();
  return linked;
}

async function linkGoogle(
  trx: DatabaseOrTransaction,
  { subject, email }: Person,
  context: RequestContext,
): Promise<SessionAccount | undefined> {
  const [linked] = await trx
    .update(customer)
    .set({ googleSubject: subject })
    .where(and(eq(customer.email, email), isNull(customer.googleSubject)))
    .returning(accountColumns);
  if (!linked) return undefined;
  logSecurityEvent(context, "google_linked", { customerId: linked.id });
  await queueMail(trx, { to: email, ...googleLinkedEmail(context.sender) }, context.now);
  return linked;
}

async function mailCode(trx: DatabaseOrTransaction, person: Person, context: RequestContext): Promise<void> {
  const code = newCode();
  await consume(trx, mailsTo(linkBinding(person)), context.now);
  await replaceCode(trx, linkBinding(person), hashCode(context.codeSecret, linkBinding(person), code), context.now);
  const expiresAt = minutesAfter(context.now, CODE_MINUTES);
  await queueMail(trx, { to: person.email, ...linkGoogleEmail(context.sender, code), expiresAt }, context.now);
}

/** Every use of the button accepts: the sentence below it says so. */
const recordConsent = (trx: DatabaseOrTransaction, { id }: SessionAccount, { now }: RequestContext) =>
  recordAccountConsent(trx, id, { event: "accepted", place: "google", at: now });

/** @throws ApiError (422) if the nonce was used before */
async function consumeNonce(trx: DatabaseOrTransaction, { nonce, nonceExpiresAt }: Person): Promise<void> {
  if (!(await markNonceUsed(trx, nonce, nonceExpiresAt))) throw googleError();
}

/** Returns Google's name for the person, shortened to the shop's limits. */
function displayName(name: string, email: string): string {
  const given = cleanLine(name.trim().slice(0, 50)).trim();
  return given.length >= 2 ? given : email.slice(0, email.indexOf("@")).slice(0, 50).padEnd(2, ".");
}

const linkedElsewhere = () =>
  new ApiError(
    "linked_elsewhere",
    "This email is already linked to a different Google account. Please log in with your email and password.",
  );
