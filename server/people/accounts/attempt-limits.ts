/** The rate limits of attempts at passwords and codes. An attempt is counted before it is checked, and uncounted if it succeeds. */

import type { CodeBinding } from "../../base/secrets.ts";
import type { Database } from "../../platform/database/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import {
  perIp,
  wrongCodes,
  wrongCodesFromAll,
  wrongPasswords,
  wrongPasswordsFromAll,
} from "../../platform/rate-limits/account-limits.ts";
import { consume, type Limit, undoConsume } from "../../platform/rate-limits/limits.ts";
import { kindOfNetwork } from "./known-networks.ts";
import { logLockOut } from "./security-events.ts";

/** Rate limits of attempts at an account's password, by email and network. */
export async function passwordAttemptLimits(db: Database, email: string, context: RequestContext): Promise<Limit[]> {
  const networks = await kindOfNetwork(db, email, context);
  return [
    perIp("login", context.ip, context.attemptsPerIp),
    wrongPasswords(email, context.ip),
    wrongPasswordsFromAll(email, networks),
  ];
}

/** Rate limits of attempts at a mailed code. */
export async function codeAttemptLimits(db: Database, binding: CodeBinding, context: RequestContext): Promise<Limit[]> {
  return [wrongCodes(binding, context.ip), wrongCodesFromAll(binding, await kindOfNetwork(db, binding.email, context))];
}

/**
 * Counts an attempt against each limit.
 * @param kind of the attempt, for the log
 * @throws ApiError (429) when a limit is reached
 */
export async function consumeAttempt(
  db: Database,
  limits: readonly Limit[],
  { email, kind, context }: { email: string; kind: string; context: RequestContext },
): Promise<void> {
  try {
    for (const limit of limits) await consume(db, limit, context.now);
  } catch (error) {
    logLockOut(context, error, { email }, kind);
    throw error;
  }
}

export async function undoAttempt(db: Database, limits: readonly Limit[]): Promise<void> {
  for (const limit of limits) await undoConsume(db, limit);
}
