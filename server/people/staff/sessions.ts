/** Sessions of staff. They end an hour after their last use, and twelve hours after the sign-in. */

import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { StaffSession } from "../../../contract/admin/session.ts";
import { ApiError } from "../../base/errors.ts";
import { hashToken, newToken } from "../../base/secrets.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { prepareQuery } from "../../platform/database/prepared.ts";
import { staffMember, staffRole, staffSession } from "../../platform/database/schema.ts";
import { isDatabaseUnavailable } from "../../platform/database/unavailable.ts";
import type { FindStaff, Staff } from "../../platform/http/staff-sessions.ts";
import { permissionsOf } from "./roles.ts";

const USER_AGENT_LENGTH = 300;
/** Maximum number of sessions of one member; of a demo's, whom all its visitors share. */
const MAX_SESSIONS = 10;
export const MAX_DEMO_SESSIONS = 1000;
// In SQL, so that the database's clock decides for every instance.
const isValid = and(
  gt(staffSession.lastUsedAt, sql`now() - interval '1 hour'`),
  gt(staffSession.createdAt, sql`now() - interval '12 hours'`),
);
const isLastUseRecent = sql<boolean>`${staffSession.lastUsedAt} > now() - interval '1 minute'`;

/**
 * Opens a session for a member who has just given the second factor.
 * @param max the number of the member's sessions that stay open; those used longest ago end
 * @returns the token for the cookie
 */
export async function openStaffSession(
  trx: DatabaseOrTransaction,
  memberId: number,
  userAgent: string,
  max = MAX_SESSIONS,
): Promise<string> {
  const token = newToken();
  await trx.insert(staffSession).values({
    memberId,
    tokenHash: hashToken(token),
    userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
    createdAt: sql`now()`,
    lastUsedAt: sql`now()`,
    secondFactorAt: sql`now()`,
  });
  const excess = trx
    .select({ id: staffSession.id })
    .from(staffSession)
    .where(eq(staffSession.memberId, memberId))
    .orderBy(desc(staffSession.lastUsedAt), desc(staffSession.id))
    .offset(max);
  await trx.delete(staffSession).where(inArray(staffSession.id, excess));
  return token;
}

/** Checks the session of every request. Reads role and permissions each time, so that a change applies to the next request. */
export function staffSessionCheck(db: Database): FindStaff {
  const byToken = prepareQuery(
    "staff_session",
    db
      .select({
        id: staffMember.id,
        sessionId: staffSession.id,
        name: staffMember.name,
        email: staffMember.email,
        role: staffRole.name,
        isOwner: staffRole.isOwner,
        permissions: staffRole.permissions,
        refundLimitPaise: staffRole.refundLimitPaise,
        secondFactorAt: staffSession.secondFactorAt,
        isLastUseRecent,
      })
      .from(staffSession)
      .innerJoin(staffMember, eq(staffMember.id, staffSession.memberId))
      .innerJoin(staffRole, eq(staffRole.id, staffMember.roleId))
      .where(and(eq(staffSession.tokenHash, sql.placeholder("tokenHash")), isValid, isNull(staffMember.removedAt))),
  );

  return async (token, isUse = true) => {
    const [found] = await byToken.execute({ tokenHash: hashToken(token) });
    if (!found) return null;
    const { isLastUseRecent: recent, isOwner, permissions, ...staff } = found;
    if (!recent && isUse) {
      const recording = db
        .update(staffSession)
        .set({ lastUsedAt: sql`now()` })
        .where(eq(staffSession.id, staff.sessionId));
      // Staff can look at the shop while its database stores nothing.
      await recording.catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
      });
    }
    return { ...staff, permissions: new Set(permissionsOf({ isOwner, permissions })) };
  };
}

/** Records that the second factor was given in this session. @returns the time */
export async function markSteppedUp(db: Database, sessionId: number): Promise<Date> {
  const [marked] = await db
    .update(staffSession)
    .set({ secondFactorAt: sql`now()` })
    .where(eq(staffSession.id, sessionId))
    .returning({ at: staffSession.secondFactorAt });
  if (!marked) throw new ApiError("unauthorized");
  return marked.at;
}

export async function listOwnSessions(db: Database, { id, sessionId }: Staff): Promise<StaffSession[]> {
  const rows = await db
    .select()
    .from(staffSession)
    .where(and(eq(staffSession.memberId, id), isValid))
    .orderBy(desc(staffSession.lastUsedAt), desc(staffSession.id));
  return rows.map((row) => ({
    _id: String(row.id),
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === sessionId,
  }));
}

/** Ends a session of this member. @throws ApiError (404) if they have no session with this id */
export async function endStaffSession(trx: DatabaseOrTransaction, memberId: number, sessionId: number): Promise<void> {
  const [ended] = await trx
    .delete(staffSession)
    .where(and(eq(staffSession.id, sessionId), eq(staffSession.memberId, memberId)))
    .returning({ id: staffSession.id });
  if (!ended) throw new ApiError("not_found", "That session has already ended.");
}

/** Ends the sessions of a member. @param except a session to keep */
export async function endStaffSessions(trx: DatabaseOrTransaction, memberId: number, except = 0): Promise<number> {
  const ended = await trx
    .delete(staffSession)
    .where(and(eq(staffSession.memberId, memberId), ne(staffSession.id, except)))
    .returning({ id: staffSession.id });
  return ended.length;
}

/** Counts the open sessions of members, with the last use. */
export const openSessions = (db: Database) =>
  db
    .select({
      memberId: staffSession.memberId,
      sessions: sql<number>`count(*)::int`.as("sessions"),
      lastUsedAt: sql<string>`max(${staffSession.lastUsedAt})`.as("last_used_at"),
    })
    .from(staffSession)
    .where(isValid)
    .groupBy(staffSession.memberId)
    .as("open_sessions");

export async function deleteExpiredStaffSessions(db: Database): Promise<void> {
  await db
    .delete(staffSession)
    .where(
      or(
        lt(staffSession.lastUsedAt, sql`now() - interval '1 hour'`),
        lt(staffSession.createdAt, sql`now() - interval '12 hours'`),
      ),
    );
}
