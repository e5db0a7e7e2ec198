/**
 * Sessions: which customer is logged in on which device. A session ends at logout, when the password changes, 30 days after its last use,
 * and 90 days after its login.
 */

import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Device, Session } from "../../../contract/accounts/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { hashToken, newToken } from "../../base/secrets.ts";
import type { Database, DatabaseOrTransaction, ReadDatabase } from "../../platform/database/database.ts";
import { prepareQuery } from "../../platform/database/prepared.ts";
import { customer, session } from "../../platform/database/schema.ts";
import { isDatabaseUnavailable } from "../../platform/database/unavailable.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { FindCustomer } from "../../platform/http/sessions.ts";
import { rememberNetwork } from "./known-networks.ts";
import { logSecurityEvent } from "./security-events.ts";

const USER_AGENT_LENGTH = 300;
/**
 * Maximum number of sessions of a customer: more than anybody has devices, and few enough for a list in the profile. Without it, anyone who
 * knows a password could fill the table.
 */
const MAX_SESSIONS = 20;
// In SQL, so that the database's clock decides for every instance.
const isValid = and(
  gt(session.lastUsedAt, sql`now() - interval '30 days'`),
  gt(session.createdAt, sql`now() - interval '90 days'`),
);
/** `lastUsedAt` is updated every five minutes: an update at every request would cost more than the request. */
const isLastUseRecent = sql<boolean>`${session.lastUsedAt} > now() - interval '5 minutes'`;

/** The account of a new session. */
export interface SessionAccount {
  id: number;
  publicId: string;
  name: string;
  email: string;
  profileImage: string | null;
}

export const accountColumns = {
  id: customer.id,
  publicId: customer.publicId,
  name: customer.name,
  email: customer.email,
  profileImage: customer.profileImage,
};

/** Creates a session and returns what the browser stores of it. Beyond the maximum it ends the least recently used one. */
export async function openSession(
  trx: DatabaseOrTransaction,
  account: SessionAccount,
  userAgent: string,
): Promise<Session> {
  const token = newToken();
  await trx.insert(session).values({
    customerId: account.id,
    tokenHash: hashToken(token),
    userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
    createdAt: sql`now()`,
    lastUsedAt: sql`now()`,
  });
  const excess = trx
    .select({ id: session.id })
    .from(session)
    .where(eq(session.customerId, account.id))
    .orderBy(desc(session.lastUsedAt), desc(session.id))
    .offset(MAX_SESSIONS);
  await trx.delete(session).where(inArray(session.id, excess));
  return {
    token,
    _id: account.publicId,
    name: account.name,
    email: account.email,
    profile_image: account.profileImage,
  };
}

/**
 * Creates a session for the account that `findAccount` returns, stores the network as known, and logs the event, in one transaction.
 * @param method how the customer has logged in, for the log
 * @param findAccount may write in the transaction, which is committed even if it returns null
 * @returns null if there is no account
 */
export async function logInWith<Account extends SessionAccount | null>(
  db: Database,
  method: "password" | "code" | "google",
  context: RequestContext,
  findAccount: (trx: DatabaseOrTransaction) => Promise<Account>,
): Promise<Session | (Account & null)> {
  const { account, newSession } = await db.transaction(async (trx) => {
    const account = await findAccount(trx);
    if (!account) return { account, newSession: null };
    await rememberNetwork(trx, account, context);
    return { account, newSession: await openSession(trx, account, context.userAgent) };
  });
  if (account) logSecurityEvent(context, "login_succeeded", { customerId: account.id }, { method });
  return newSession as Session | (Account & null);
}

/**
 * Checks the session of every authenticated request: one prepared statement.
 * @param latest reads from a reader while the writer is away; the time of last use is then not updated
 */
export function sessionCheck({ db, latest }: { db: Database; latest: ReadDatabase }): FindCustomer {
  const byToken = prepareQuery(
    "session",
    latest
      .select({ id: customer.id, sessionId: session.id, name: customer.name, email: customer.email, isLastUseRecent })
      .from(session)
      .innerJoin(customer, eq(customer.id, session.customerId))
      .where(and(eq(session.tokenHash, sql.placeholder("tokenHash")), isValid)),
  );

  return async (token) => {
    const [found] = await byToken.execute({ tokenHash: hashToken(token) });
    if (!found) return null;
    if (!found.isLastUseRecent) {
      const recording = db.update(session).set({ lastUsedAt: sql`now()` }).where(eq(session.id, found.sessionId));
      await recording.catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
      });
    }
    const { id, sessionId, name, email } = found;
    return { id, sessionId, name, email };
  };
}

/** Lists the customer's sessions: the current one, then the others by their last use. */
export async function listDevices(db: Database, customerId: number, currentSessionId: number): Promise<Device[]> {
  const rows = await db
    .select()
    .from(session)
    .where(and(eq(session.customerId, customerId), isValid))
    .orderBy(desc(eq(session.id, currentSessionId)), desc(session.lastUsedAt), desc(session.id));
  return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    _id: String(id),
    userAgent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === currentSessionId,
  }));
}

/** Ends a session of this customer on another device. @throws ApiError (404) if there is none with this id */
export async function endDevice(db: Database, customerId: number, sessionId: number): Promise<void> {
  const [ended] = await db
    .delete(session)
    .where(and(eq(session.id, sessionId), eq(session.customerId, customerId)))
    .returning({ id: session.id });
  if (!ended) throw new ApiError("not_found", "That device has already been logged out.");
}

export async function endSession(db: Database, sessionId: number): Promise<void> {
  await db.delete(session).where(eq(session.id, sessionId));
}

/** Ends all sessions of a customer. @returns how many */
export async function endSessionsOf(trx: DatabaseOrTransaction, customerId: number): Promise<number> {
  const ended = await trx.delete(session).where(eq(session.customerId, customerId)).returning({ id: session.id });
  return ended.length;
}

/** Ends the sessions of all customers. @returns how many */
export async function endEverySession(trx: DatabaseOrTransaction): Promise<number> {
  return (await trx.delete(session).returning({ id: session.id })).length;
}
