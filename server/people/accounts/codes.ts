/** Mailed codes: an email has at most one code per purpose, valid for ten minutes and one use, with five attempts from each network. */

import { and, eq, gt, lt, lte, sql } from "drizzle-orm";
import { RESEND_AFTER_SECONDS } from "../../../contract/accounts/schemas.ts";
import type { ErrorCode } from "../../../contract/errors.ts";
import { ApiError } from "../../base/errors.ts";
import { type CodeBinding, equalInConstantTime, hashCode } from "../../base/secrets.ts";
import { minutesAfter } from "../../base/time.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { oneTimeCode } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { rateLimitError } from "../../platform/rate-limits/limits.ts";
import { codeAttemptLimits, consumeAttempt, undoAttempt } from "./attempt-limits.ts";
import { hashNetwork } from "./known-networks.ts";
import { logSecurityEvent } from "./security-events.ts";

export const CODE_MINUTES = 10;
/** How long the link of a forgotten password works. */
export const RESET_MINUTES = 15;
/** Attempts from one network: enough for typing errors. */
const MAX_ATTEMPTS = 5;
/** Attempts from all networks: one guessing stranger does not block the customer, and many strangers still invalidate the code. */
const MAX_ATTEMPTS_FROM_ALL_NETWORKS = 25;

const rowFor = ({ email, purpose }: CodeBinding) => and(eq(oneTimeCode.email, email), eq(oneTimeCode.purpose, purpose));

/**
 * Replaces a code.
 * @param codeHash null if the mail contains no code: the row behaves like one whose code nobody guesses
 * @throws ApiError (429) within 30 s of the last mail
 */
export async function replaceCode(
  trx: DatabaseOrTransaction,
  binding: CodeBinding,
  codeHash: string | null,
  now: Date,
): Promise<void> {
  const fresh = { codeHash, tries: 0, networkTries: {}, sentAt: now, expiresAt: minutesAfter(now, CODE_MINUTES) };
  const [replaced] = await trx
    .insert(oneTimeCode)
    .values({ email: binding.email, purpose: binding.purpose, ...fresh })
    .onConflictDoUpdate({
      target: [oneTimeCode.email, oneTimeCode.purpose],
      set: fresh,
      setWhere: lte(oneTimeCode.sentAt, new Date(now.getTime() - RESEND_AFTER_SECONDS * 1000)),
    })
    .returning({ email: oneTimeCode.email });
  if (replaced) return;
  const [last] = await trx.select({ sentAt: oneTimeCode.sentAt }).from(oneTimeCode).where(rowFor(binding));
  const elapsedSeconds = last ? (now.getTime() - last.sentAt.getTime()) / 1000 : 0;
  throw rateLimitError(Math.max(1, Math.ceil(RESEND_AFTER_SECONDS - elapsedSeconds)), "We’ve just sent you a code.");
}

/**
 * Checks a code. The attempt is counted before it is checked, so that concurrent requests share the limit; call it outside of the
 * transaction that uses the code, or a rollback would undo the count. Limits per mailbox count only while a code exists, so that nobody can
 * exhaust them before a code was requested.
 * @returns the hash of the right code, for `consumeCode`
 * @throws ApiError (422) for a wrong, expired or unknown code, (429) after too many wrong ones
 */
export async function checkCode(
  db: Database,
  binding: CodeBinding,
  code: string,
  context: RequestContext,
): Promise<string> {
  const { email, purpose } = binding;
  const network = hashNetwork(context, email);
  const triesFromNetwork = sql<number>`coalesce((${oneTimeCode.networkTries} ->> ${network})::int, 0)`;
  const [counted] = await db
    .update(oneTimeCode)
    .set({
      tries: sql`${oneTimeCode.tries} + 1`,
      networkTries: sql`${oneTimeCode.networkTries} || jsonb_build_object(${network}::text, ${triesFromNetwork} + 1)`,
    })
    .where(
      and(
        rowFor(binding),
        lt(oneTimeCode.tries, MAX_ATTEMPTS_FROM_ALL_NETWORKS),
        lt(triesFromNetwork, MAX_ATTEMPTS),
        gt(oneTimeCode.expiresAt, context.now),
      ),
    )
    .returning({ codeHash: oneTimeCode.codeHash, triesFromNetwork });
  if (!counted) {
    const [row] = await db.select({ expiresAt: oneTimeCode.expiresAt }).from(oneTimeCode).where(rowFor(binding));
    if (row && row.expiresAt > context.now) {
      logSecurityEvent(context, "code_exhausted", { email }, { purpose });
      throw rejectCode("Too many tries with this code. Please ask for a new one.", "code_expired");
    }
    throw codeExpired();
  }
  const limits = await codeAttemptLimits(db, binding, context);
  await consumeAttempt(db, limits, { email, kind: `${purpose} code`, context });
  const given = hashCode(context.codeSecret, binding, code);
  if (!equalInConstantTime(given, counted.codeHash ?? "")) {
    logSecurityEvent(context, "code_wrong", { email }, { purpose });
    throw rejectCode(wrongCodeMessage(MAX_ATTEMPTS - counted.triesFromNetwork), "code_wrong");
  }
  await undoAttempt(db, limits);
  return given;
}

/** @param left attempts left for this network */
function wrongCodeMessage(left: number): string {
  if (left > 2) return "That code isn’t right. Please use the one from our latest email.";
  return left > 0
    ? `That code isn’t right. ${left === 1 ? "1 try" : `${left} tries`} left.`
    : "That code isn’t right. Please ask for a new one.";
}

/**
 * Consumes a right code, in the transaction that uses it.
 * @throws ApiError (422) if a concurrent request has consumed it
 */
export async function consumeCode(trx: DatabaseOrTransaction, binding: CodeBinding, codeHash: string): Promise<void> {
  const [consumed] = await trx
    .delete(oneTimeCode)
    .where(and(rowFor(binding), eq(oneTimeCode.codeHash, codeHash)))
    .returning({ email: oneTimeCode.email });
  if (!consumed) throw codeExpired();
}

/** Whether an email has a code that is valid. */
export async function hasCode(db: DatabaseOrTransaction, binding: CodeBinding, now: Date): Promise<boolean> {
  const [found] = await db
    .select({ email: oneTimeCode.email })
    .from(oneTimeCode)
    .where(and(rowFor(binding), gt(oneTimeCode.expiresAt, now)));
  return found !== undefined;
}

/** Invalidates the current code. */
export async function deleteCode(trx: DatabaseOrTransaction, binding: CodeBinding): Promise<void> {
  await trx.delete(oneTimeCode).where(rowFor(binding));
}

const rejectCode = (message: string, code: ErrorCode) => ApiError.ofField("otp", message, code);
const codeExpired = () => rejectCode("This code is no longer valid. Please ask for a new one.", "code_expired");
