import { and, eq } from "drizzle-orm";
import type { Session } from "../../contract/accounts.ts";
import type { Database } from "../database/database.ts";
import { customer } from "../database/schema.ts";
import { Refusal } from "../failures.ts";
import type { Customer } from "../http/sessions.ts";
import { queueMail } from "../mail/outbox.ts";
import { wrongCurrentPasswords } from "./allowances.ts";
import { giveBack, spendAllowance } from "./limits.ts";
import { passwordChangedMail } from "./mails.ts";
import { endReset } from "./password-reset.ts";
import { checkPassword, hashPassword, refuseWhenBusy } from "./passwords.ts";
import { endAllSessions, openSession, ownerColumns } from "./sessions.ts";
import type { Visit } from "./visit.ts";

/**
 * Changes the password of a logged-in customer. Every session ends; this device goes on with the new one that is answered.
 * @throws Refusal (422) when the current password is not right or there is none yet, (429) after too many wrong ones, (503) when the
 * shop is busy
 */
export async function updatePassword(
  db: Database,
  { id, email }: Customer,
  { currentPassword, password }: { currentPassword: string; password: string },
  visit: Visit,
): Promise<Session> {
  refuseWhenBusy();
  // Its own allowance: whoever guesses at the log-in must not keep the owner from changing the password.
  const limit = wrongCurrentPasswords(email);
  await spendAllowance(db, limit, visit.now);
  const [kept] = await db.select({ passwordHash: customer.passwordHash }).from(customer).where(eq(customer.id, id));
  if (kept && kept.passwordHash === null) {
    throw Refusal.ofField(
      "currentPassword",
      "This account has no password yet. Use Forgot Password to set one by mail.",
    );
  }
  const check = await checkPassword(currentPassword, kept?.passwordHash ?? null);
  if (!kept?.passwordHash || check === "wrong") throw wrongPassword();
  const { passwordHash: compared } = kept;
  await giveBack(db, limit);

  const passwordHash = await hashPassword(password);
  return db.transaction(async (trx) => {
    await endReset(trx, email);
    // Only in the place of the one that was compared: a password set by mail meanwhile stays.
    const [owner] = await trx
      .update(customer)
      .set({ passwordHash })
      .where(and(eq(customer.id, id), eq(customer.passwordHash, compared)))
      .returning(ownerColumns);
    if (!owner) throw wrongPassword();
    await endAllSessions(trx, id);
    await queueMail(trx, { to: email, ...passwordChangedMail(visit.sender) }, visit.now);
    return openSession(trx, owner, visit.userAgent);
  });
}

const wrongPassword = () => Refusal.ofField("currentPassword", "The current password is not right.");
