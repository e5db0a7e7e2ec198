/** Reads the audit log, newest first, by keyset: a page costs the same wherever it is. */

import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { AuditEntry, AuditFilter } from "../../../contract/admin/audit.ts";
import type { Permission } from "../../../contract/admin/permissions.ts";
import { endOfDayInIndia, startOfDayInIndia } from "../../../contract/dates.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { auditEntry } from "../database/schema.ts";

const PAGE_SIZE = 50;

/** An entry as it is stored. */
export type AuditRecord = Omit<AuditEntry, "subject"> & { subject: { type: string; id: string } };

/** @param before the id of the last entry of the previous page */
export async function listAudit(
  db: Database,
  { before, ...filter }: AuditFilter & { before?: string | undefined },
): Promise<{ entries: AuditRecord[]; hasMore: boolean }> {
  const rows = await readEntries(db, filter, before === undefined ? null : Number(before), PAGE_SIZE + 1);
  return { entries: rows.slice(0, PAGE_SIZE).map(toEntry), hasMore: rows.length > PAGE_SIZE };
}

/** Reads what subjects of one kind are called, by id; the reader has these permissions. */
export type SubjectNames = (
  type: string,
  ids: readonly string[],
  permissions: ReadonlySet<Permission>,
) => Promise<ReadonlyMap<string, string>>;

/** Adds the names of their subjects to entries, with a query for each kind. */
export async function withNames(
  entries: readonly AuditRecord[],
  readNames: SubjectNames,
  permissions: ReadonlySet<Permission>,
): Promise<AuditEntry[]> {
  const ids = new Map<string, Set<string>>();
  for (const { subject } of entries) ids.set(subject.type, (ids.get(subject.type) ?? new Set()).add(subject.id));
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const [type, some] of ids) names.set(type, await readNames(type, [...some], permissions));
  return entries.map((entry) => {
    const { type, id } = entry.subject;
    return { ...entry, subject: { type, id, name: names.get(type)?.get(id) ?? null } };
  });
}

/** Reads every matching entry, in batches. */
export async function* readAudit(db: Database, filter: AuditFilter): AsyncGenerator<AuditRecord> {
  const BATCH = 500;
  let before: number | null = null;
  while (true) {
    const rows: (typeof auditEntry.$inferSelect)[] = await readEntries(db, filter, before, BATCH);
    yield* rows.map(toEntry);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    before = last.id;
  }
}

/** Reads the latest entry about any of these subjects; undefined if there is none. */
export async function lastAuditOf(db: DatabaseOrTransaction, type: string, ids: readonly string[]) {
  if (ids.length === 0) return undefined;
  const [last] = await db
    .select({ id: auditEntry.id, actor: auditEntry.actor, at: auditEntry.at })
    .from(auditEntry)
    .where(and(eq(auditEntry.subjectType, type), inArray(auditEntry.subjectId, [...ids])))
    .orderBy(desc(auditEntry.id))
    .limit(1);
  return last;
}

/** Lists the entries about one subject, with time and actor, oldest first. */
export function readAuditOf(db: Database, { type, id }: { type: string; id: string }) {
  return db
    .select({ at: auditEntry.at, actor: auditEntry.actor, action: auditEntry.action, after: auditEntry.after })
    .from(auditEntry)
    .where(and(eq(auditEntry.subjectType, type), eq(auditEntry.subjectId, id)))
    .orderBy(asc(auditEntry.id));
}

/** Reads who changed a subject last, and when; null if nobody has. */
export async function readLastActionOf(
  db: DatabaseOrTransaction,
  { type, id }: { type: string; id: string },
): Promise<{ by: string; at: string } | null> {
  const [last] = await db
    .select({ by: auditEntry.actor, at: auditEntry.at })
    .from(auditEntry)
    .where(and(eq(auditEntry.subjectType, type), eq(auditEntry.subjectId, id)))
    .orderBy(desc(auditEntry.id))
    .limit(1);
  return last ? { by: last.by, at: last.at.toISOString() } : null;
}

function readEntries(db: Database, filter: AuditFilter, before: number | null, max: number) {
  return db
    .select()
    .from(auditEntry)
    .where(and(matches(filter), before === null ? undefined : lt(auditEntry.id, before)))
    .orderBy(desc(auditEntry.id))
    .limit(max);
}

function matches({ actor, action, subject, id, from, to }: AuditFilter): SQL | undefined {
  return and(
    actor === undefined ? undefined : eq(auditEntry.actorId, Number(actor)),
    action === undefined ? undefined : eq(auditEntry.action, action),
    subject === undefined ? undefined : eq(auditEntry.subjectType, subject),
    id === undefined ? undefined : sql`${auditEntry.subjectId} = ${id}`,
    from === undefined ? undefined : gte(auditEntry.at, startOfDayInIndia(from)),
    to === undefined ? undefined : lt(auditEntry.at, endOfDayInIndia(to)),
  );
}

function toEntry(row: typeof auditEntry.$inferSelect): AuditRecord {
  return {
    _id: String(row.id),
    at: row.at.toISOString(),
    actor: row.actor,
    actorId: row.actorId === null ? null : String(row.actorId),
    role: row.role,
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId },
    before: row.before,
    after: row.after,
    requestId: row.requestId,
  };
}
