import type { Database } from "../database/database.ts";
import { fromAddress, wrongCodes, wrongCodesFromAll, wrongPasswords, wrongPasswordsFromAll } from "./allowances.ts";
import { kindOfNetwork } from "./known-networks.ts";
import { giveBack, type Limit, spendAllowance } from "./limits.ts";
import type { CodeUse } from "./secrets.ts";
import { logLockOut } from "./security-events.ts";
import type { Visit } from "./visit.ts";

/** What a guess at a password or code counts against. Each is spent before the guess is judged, and given back when it was right. */

/** A guess at the password of an account, by its email. */
export async function passwordGuessLimits(db: Database, email: string, visit: Visit): Promise<Limit[]> {
  const networks = await kindOfNetwork(db, email, visit);
  return [
    fromAddress("login", visit.ip, visit.attemptsPerAddress),
    wrongPasswords(email, visit.ip),
    wrongPasswordsFromAll(email, networks),
  ];
}

/** A guess at a mailed code. */
export async function codeGuessLimits(db: Database, use: CodeUse, visit: Visit): Promise<Limit[]> {
  return [wrongCodes(use, visit.ip), wrongCodesFromAll(use, await kindOfNetwork(db, use.email, visit))];
}

/**
 * Spends one guess of each limit.
 * @param kind of the guess, for the log
 * @throws Refusal (429) when one of them is used up
 */
export async function spendGuess(
  db: Database,
  limits: readonly Limit[],
  { email, kind, visit }: { email: string; kind: string; visit: Visit },
): Promise<void> {
  try {
    for (const limit of limits) await spendAllowance(db, limit, visit.now);
  } catch (error) {
    logLockOut(visit, error, { email }, kind);
    throw error;
  }
}

export async function giveBackGuess(db: Database, limits: readonly Limit[]): Promise<void> {
  for (const limit of limits) await giveBack(db, limit);
}
