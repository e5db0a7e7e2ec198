/** API tokens of other programs. Only their hashes are stored. */

import { and, asc, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import {
  type ApiToken,
  MAX_TOKENS,
  TOKEN_PREFIX,
  TOKEN_REQUESTS_PER_MINUTE,
  TOKEN_SCOPES,
  type TokenScope,
} from "../../../contract/admin/api-tokens.ts";
import { PERMISSIONS, type Permission } from "../../../contract/admin/permissions.ts";
import { ApiError } from "../../base/errors.ts";
import { hashToken, newToken } from "../../base/secrets.ts";
import { daysAfter } from "../../base/time.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { prepareQuery } from "../../platform/database/prepared.ts";
import { apiToken } from "../../platform/database/schema.ts";
import type { FindApiToken, Staff } from "../../platform/http/staff-sessions.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { readPermissions } from "../staff/roles.ts";

/** Enough characters to recognise a token, too few to guess it. */
const SHOWN_CHARACTERS = TOKEN_PREFIX.length + 4;

const isValid = and(isNull(apiToken.revokedAt), or(isNull(apiToken.expiresAt), gt(apiToken.expiresAt, sql`now()`)));

/**
 * Checks the token of a request. A token may do no more than the member who created it may do now. It has no second factor, so it can do
 * nothing that needs one.
 */
export function apiTokenCheck(db: Database): FindApiToken {
  const byHash = prepareQuery(
    "api_token",
    db
      .select({
        id: apiToken.id,
        name: apiToken.name,
        scopes: apiToken.scopes,
        createdById: apiToken.createdById,
        isLastUseRecent: sql<boolean>`coalesce(${apiToken.lastUsedAt} > now() - interval '1 minute', false)`,
      })
      .from(apiToken)
      .where(and(eq(apiToken.tokenHash, sql.placeholder("tokenHash")), isValid)),
  );
  return async (token) => {
    const [found] = await byHash.execute({ tokenHash: hashToken(token) });
    if (!found) return null;
    const limit = { key: `api token ${found.id}`, limit: TOKEN_REQUESTS_PER_MINUTE, windowSeconds: 60 };
    await consume(db, limit, new Date());
    if (!found.isLastUseRecent)
      await db.update(apiToken).set({ lastUsedAt: sql`now()` }).where(eq(apiToken.id, found.id));
    const scopes = found.scopes.filter((name) => Object.hasOwn(TOKEN_SCOPES, name));
    // Tokens of an earlier release name no creator.
    const creators = found.createdById === null ? null : new Set(await readPermissions(db, found.createdById));
    const granted = (names: readonly TokenScope[]) =>
      new Set([...permissionsOfScopes(names)].filter((permission) => creators?.has(permission) ?? true));
    return {
      id: 0,
      sessionId: 0,
      // Includes the id, because names may repeat.
      name: `API token ${found.id}: ${found.name}`,
      email: "",
      role: "API token",
      permissions: granted(scopes),
      writable: granted(scopes.filter((name) => TOKEN_SCOPES[name].writes)),
      refundLimitPaise: 0,
      secondFactorAt: new Date(0),
    };
  };
}

const permissionsOfScopes = (scopes: readonly TokenScope[]) =>
  new Set<Permission>(scopes.flatMap((name) => [...TOKEN_SCOPES[name].permissions]));

export async function listApiTokens(db: Database): Promise<ApiToken[]> {
  const rows = await db
    .select()
    .from(apiToken)
    .orderBy(desc(apiToken.id))
    .limit(2 * MAX_TOKENS);
  return rows.map(toToken);
}

/**
 * Creates a token. Its permissions are limited to those of the caller.
 * @throws ApiError (403) for a permission that the caller lacks, (409) above `MAX_TOKENS`
 */
export async function addApiToken(
  db: Database,
  { name, scopes, days }: { name: string; scopes: readonly TokenScope[]; days: number | null },
  staff: Staff,
): Promise<{ token: string; added: ApiToken }> {
  for (const permission of permissionsOfScopes(scopes))
    if (!staff.permissions.has(permission))
      throw new ApiError(
        "permission_missing",
        `Your role may not ${PERMISSIONS[permission]} (${permission}), so you can’t let a token do it.`,
      );
  const token = TOKEN_PREFIX + newToken();
  const now = new Date();
  const added = await db.transaction(async (trx) => {
    // Serialises concurrent requests near the maximum, so that each counts the other's token.
    await trx.select({ id: apiToken.id }).from(apiToken).where(isValid).orderBy(asc(apiToken.id)).for("update");
    if ((await trx.$count(apiToken, isValid)) >= MAX_TOKENS)
      throw new ApiError("conflict", `There are ${MAX_TOKENS} tokens. Revoke one first, please.`);
    const [row] = await trx
      .insert(apiToken)
      .values({
        name,
        tokenHash: hashToken(token),
        start: token.slice(0, SHOWN_CHARACTERS),
        scopes: [...new Set(scopes)],
        createdBy: staff.name,
        // A command is no member of staff.
        createdById: staff.id || null,
        createdAt: now,
        expiresAt: days === null ? null : daysAfter(now, days),
      })
      .returning();
    if (!row) throw new Error("the token was not stored");
    const after = { name, scopes: row.scopes, expiresAt: row.expiresAt?.toISOString() ?? null };
    await recordAudit(trx, staff, { action: "token.added", subject: subjectOf(row.id), after }, now);
    return row;
  });
  return { token, added: toToken(added) };
}

/** @throws ApiError (404) if there is no such token, or it is revoked already */
export async function revokeApiToken(db: Database, id: number, staff: Staff): Promise<void> {
  const now = new Date();
  await db.transaction(async (trx) => {
    const [revoked] = await trx
      .update(apiToken)
      .set({ revokedAt: now })
      .where(and(eq(apiToken.id, id), isNull(apiToken.revokedAt)))
      .returning({ name: apiToken.name });
    if (!revoked) throw new ApiError("not_found", "This token is revoked already, or doesn’t exist.");
    await recordAudit(trx, staff, { action: "token.revoked", subject: subjectOf(id), before: revoked }, now);
  });
}

const subjectOf = (id: number) => ({ type: "token" as const, id: String(id) });

const toToken = (row: typeof apiToken.$inferSelect): ApiToken => ({
  _id: String(row.id),
  name: row.name,
  start: row.start,
  scopes: row.scopes,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
