import { and, eq, gt, lt, lte, sql } from "drizzle-orm";
import { RESEND_AFTER_SECONDS } from "../../contract/accounts.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { oneTimeCode } from "../database/schema.ts";
import { Refusal } from "../failures.ts";
import { wrongCodes } from "./allowances.ts";
import { giveBack, spendAllowance, waitRefusal } from "./limits.ts";
import { type CodeUse, hashCode, sameSecret } from "./secrets.ts";

/** Mailed codes: one lives for an address and a purpose, for ten minutes, five tries and one use. */

export const CODE_MINUTES = 10;
const MAX_TRIES = 5;

const rowOf = ({ email, purpose }: CodeUse) => and(eq(oneTimeCode.email, email), eq(oneTimeCode.purpose, purpose));

/**
 * Puts a new code in the place of the one before.
 * @param codeHash null where the mail carries no code: such a row behaves in everything like one whose code nobody guesses
 * @throws Refusal (429) within 30 s of the last mail
 */
export async function replaceCode(
  trx: DatabaseOrTransaction,
  use: CodeUse,
  codeHash: string | null,
  now: Date,
): Promise<void> {
  const fresh = { codeHash, tries: 0, sentAt: now, expiresAt: minutesAfter(now, CODE_MINUTES) };
  const [replaced] = await trx
    .insert(oneTimeCode)
    .values({ email: use.email, purpose: use.purpose, ...fresh })
    .onConflictDoUpdate({
      target: [oneTimeCode.email, oneTimeCode.purpose],
      set: fresh,
      setWhere: lte(oneTimeCode.sentAt, new Date(now.getTime() - RESEND_AFTER_SECONDS * 1000)),
    })
    .returning({ email: oneTimeCode.email });
  if (replaced) return;
  const [last] = await trx.select({ sentAt: oneTimeCode.sentAt }).from(oneTimeCode).where(rowOf(use));
  const waited = last ? (now.getTime() - last.sentAt.getTime()) / 1000 : 0;
  throw waitRefusal(Math.max(1, Math.ceil(RESEND_AFTER_SECONDS - waited)), "We have just sent you a mail.");
}

/**
 * Tries a code. The try is counted before it is judged, so that many at once have no more than five between them; call it outside
 * of the transaction that goes on with it, or a rollback would give the try back. What the mailbox may guess over all its codes is spent
 * only where there is one to guess at, so that nobody can use it up before a code was asked for.
 * @returns the hash of the right code, for `consumeCode`
 * @throws Refusal (422) when it is wrong, dead or gone, (429) after too many wrong ones
 */
export async function tryCode(
  db: DatabaseOrTransaction,
  key: string,
  use: CodeUse,
  code: string,
  now: Date,
): Promise<string> {
  const [counted] = await db
    .update(oneTimeCode)
    .set({ tries: sql`${oneTimeCode.tries} + 1` })
    .where(and(rowOf(use), lt(oneTimeCode.tries, MAX_TRIES), gt(oneTimeCode.expiresAt, now)))
    .returning({ codeHash: oneTimeCode.codeHash });
  if (!counted) {
    const [row] = await db
      .select({ tries: oneTimeCode.tries, expiresAt: oneTimeCode.expiresAt })
      .from(oneTimeCode)
      .where(rowOf(use));
    if (row && row.expiresAt > now) throw refuseCode("This code was tried too often. Please ask for a new one.");
    throw codeIsGone();
  }
  await spendAllowance(db, wrongCodes(use), now);
  const given = hashCode(key, use, code);
  if (!sameSecret(given, counted.codeHash ?? ""))
    throw refuseCode("This code is not right. Please take the one from the latest mail.");
  await giveBack(db, wrongCodes(use));
  return given;
}

/**
 * Uses a right code up, in the transaction that it is for.
 * @throws Refusal (422) when somebody else was quicker
 */
export async function consumeCode(trx: DatabaseOrTransaction, use: CodeUse, codeHash: string): Promise<void> {
  const [gone] = await trx
    .delete(oneTimeCode)
    .where(and(rowOf(use), eq(oneTimeCode.codeHash, codeHash)))
    .returning({ email: oneTimeCode.email });
  if (!gone) throw codeIsGone();
}

/** Ends whatever code is alive. */
export async function endCode(trx: DatabaseOrTransaction, use: CodeUse): Promise<void> {
  await trx.delete(oneTimeCode).where(rowOf(use));
}

export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}

const refuseCode = (message: string) => Refusal.ofField("otp", message);
const codeIsGone = () => refuseCode("This code is no longer valid. Please ask for a new one.");
