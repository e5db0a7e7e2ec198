import { eq } from "drizzle-orm";
import type { Session } from "../../contract/accounts.ts";
import type { Database } from "../database/database.ts";
import { customer } from "../database/schema.ts";
import { Refusal } from "../failures.ts";
import { queueMail } from "../mail/outbox.ts";
import { fromAddress, mailsTo } from "./allowances.ts";
import { CODE_MINUTES, consumeCode, minutesAfter, replaceCode, tryCode } from "./codes.ts";
import { refuseCommonPassword } from "./common-passwords/common-passwords.ts";
import { giveBack, spendAllowance } from "./limits.ts";
import { addressIsTakenMail, signUpCodeMail } from "./mails.ts";
import { welcomeMail } from "./notice-mails.ts";
import { hashPassword, refuseWhenBusy } from "./passwords.ts";
import { type CodeUse, canonicalEmail, hashCode, newCode } from "./secrets.ts";
import { logSecurityEvent } from "./security-events.ts";
import { logInWith, ownerColumns } from "./sessions.ts";
import type { Visit } from "./visit.ts";

const signUpOf = (email: string): CodeUse => ({ email, purpose: "sign_up" });

/**
 * Mails a code for signing up. Where the address has an account its owner is told so instead; whoever asked sees no difference,
 * neither in the answer nor in its time.
 * @throws Refusal (429) when it was asked for too soon or too often
 */
export async function sendSignUpCode(db: Database, writtenEmail: string, visit: Visit): Promise<void> {
  const email = canonicalEmail(writtenEmail);
  await spendAllowance(db, fromAddress("send", visit.ip, visit.attemptsPerAddress), visit.now);
  await db.transaction(async (trx) => {
    await spendAllowance(trx, mailsTo(signUpOf(email)), visit.now);
    const [known] = await trx.select({ id: customer.id }).from(customer).where(eq(customer.email, email));
    const code = newCode();
    const codeHash = hashCode(visit.codeSecret, signUpOf(email), code);
    await replaceCode(trx, signUpOf(email), known ? null : codeHash, visit.now);
    const letter = known ? addressIsTakenMail(visit.sender) : signUpCodeMail(visit.sender, code);
    await queueMail(trx, { to: email, ...letter, expiresAt: minutesAfter(visit.now, CODE_MINUTES) }, visit.now);
  });
}

export interface Registration {
  email: string;
  otp: string;
  password: string;
  name: string;
}

/**
 * Opens an account with the mailed code, and logs in.
 * @throws Refusal (422) for a code that is wrong, dead or used, (409) when the address has an account by now, (429) after too many
 * tries, (503) when the shop is busy
 */
export async function register(
  db: Database,
  { email: written, otp, password, name }: Registration,
  visit: Visit,
): Promise<Session> {
  refuseWhenBusy();
  const email = canonicalEmail(written);
  await refuseCommonPassword(password);
  const limit = fromAddress("code", visit.ip, visit.attemptsPerAddress);
  await spendAllowance(db, limit, visit.now);
  const codeHash = await tryCode(db, signUpOf(email), otp, visit);
  await giveBack(db, limit);

  const passwordHash = await hashPassword(password);
  let customerId = 0;
  const session = await logInWith(db, "code", visit, async (trx) => {
    await consumeCode(trx, signUpOf(email), codeHash);
    const [created] = await trx
      .insert(customer)
      .values({ email, name, passwordHash })
      .onConflictDoNothing()
      .returning(ownerColumns);
    if (!created)
      throw Refusal.ofField(
        "email",
        "This email already has an account. Please log in or reset your password.",
        "conflict",
      );
    await queueMail(trx, { to: email, ...welcomeMail(visit.sender, name) }, visit.now);
    customerId = created.id;
    return created;
  });
  logSecurityEvent(visit, "account_created", { customerId });
  return session;
}
