/** The versions of pages and lists. Each is stored in the transaction of its change. */

import { and, desc, eq, lte, or, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { contentVersion } from "../../platform/database/schema.ts";

interface Change {
  file: string;
  before: string;
  after: string;
  /** The version that the caller has seen; by default the current one. */
  seen?: number | undefined;
}

/** @throws ApiError (409) if the file has changed since that version */
export async function recordVersion(
  trx: DatabaseOrTransaction,
  { file, before, after, seen }: Change,
  actor: Actor,
  at: Date,
): Promise<void> {
  // Stores what the file was before its first change, so that it can be restored.
  await trx.insert(contentVersion).values({ file, version: 1, text: before, author: "", at }).onConflictDoNothing();
  const current = await latestVersion(trx, file);
  const version = (seen ?? current) + 1;
  const [added] = await trx
    .insert(contentVersion)
    .values({ file, version, text: after, author: actor.name, at })
    .onConflictDoNothing()
    .returning({ version: contentVersion.version });
  // The primary key decides between two concurrent saves.
  if (!added || version <= current)
    throw new ApiError("conflict", "A colleague has changed this text meanwhile. Please compare it with yours.");
  await recordAudit(
    trx,
    actor,
    { action: "content.changed", subject: { type: "content" as const, id: file }, after: { version } },
    at,
  );
}

/** Returns the latest version; 1 if nobody has changed the file. */
export async function latestVersion(db: DatabaseOrTransaction, file: string): Promise<number> {
  const [row] = await db
    .select({ version: sql<number>`coalesce(max(${contentVersion.version}), 1)::int` })
    .from(contentVersion)
    .where(eq(contentVersion.file, file));
  return row?.version ?? 1;
}

/** Reads what a file was at a time; null if nobody has changed it since versions are stored. */
export async function readVersionAt(
  db: Database,
  file: string,
  at: Date,
): Promise<{ version: number; text: string } | null> {
  const [row] = await db
    .select({ version: contentVersion.version, text: contentVersion.text })
    .from(contentVersion)
    // Version 1 is the text before the first change.
    .where(and(eq(contentVersion.file, file), or(eq(contentVersion.version, 1), lte(contentVersion.at, at))))
    .orderBy(desc(contentVersion.version))
    .limit(1);
  return row ?? null;
}

/** Lists the versions of a file, newest first. */
export const listVersions = (db: Database, file: string, max: number) =>
  db
    .select({ version: contentVersion.version, by: contentVersion.author, at: contentVersion.at })
    .from(contentVersion)
    .where(eq(contentVersion.file, file))
    .orderBy(desc(contentVersion.version))
    .limit(max);

/** Lists the latest version of each file. */
export const listLatest = (db: Database) =>
  db
    .selectDistinctOn([contentVersion.file], {
      file: contentVersion.file,
      version: contentVersion.version,
      by: contentVersion.author,
      at: contentVersion.at,
    })
    .from(contentVersion)
    .orderBy(contentVersion.file, desc(contentVersion.version));
