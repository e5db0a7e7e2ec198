/** The register of incidents. The audit log only has the names of changed fields, because the texts may name people. */

import { asc, desc, eq, lt } from "drizzle-orm";
import type { ListedIncident, StaffIncident } from "../../contract/admin/incidents.ts";
import { BOARD_HOURS } from "../../contract/privacy/schemas.ts";
import { type Actor, recordAudit } from "../audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { incident, incidentNotice } from "../database/schema.ts";
import { ApiError } from "../errors.ts";

type IncidentRow = typeof incident.$inferSelect;

const PAGE_SIZE = 50;
const HOUR_MS = 3_600_000;

export const incidentSubject = (id: number) => ({ type: "incident" as const, id: String(id) });
const notificationDeadline = (noticedAt: Date) => new Date(noticedAt.getTime() + BOARD_HOURS * HOUR_MS);

/** Lists incidents, newest first, by keyset. @param after the id of the last incident of the previous page */
export async function listIncidents(
  db: Database,
  after: number | undefined,
): Promise<{ incidents: ListedIncident[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(incident)
    .where(after === undefined ? undefined : lt(incident.id, after))
    .orderBy(desc(incident.id))
    .limit(PAGE_SIZE + 1);
  const now = new Date();
  return { incidents: rows.slice(0, PAGE_SIZE).map((row) => toListed(row, now)), hasMore: rows.length > PAGE_SIZE };
}

function toListed(row: IncidentRow, now: Date): ListedIncident {
  const by = notificationDeadline(row.noticedAt);
  return {
    _id: String(row.id),
    title: row.title,
    noticedAt: row.noticedAt.toISOString(),
    notificationDeadline: by.toISOString(),
    boardNotifiedAt: row.boardNotifiedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    isLate: (row.boardNotifiedAt ?? now) > by,
  };
}

/** @throws ApiError (404) */
export async function readIncident(db: DatabaseOrTransaction, id: number): Promise<StaffIncident> {
  const [row] = await db.select().from(incident).where(eq(incident.id, id));
  if (!row) throw new ApiError("not_found", "There is no such incident.");
  const notices = await db
    .select()
    .from(incidentNotice)
    .where(eq(incidentNotice.incidentId, id))
    .orderBy(asc(incidentNotice.id));
  const { description, affected, remedy, version } = row;
  return {
    ...toListed(row, new Date()),
    description,
    affected,
    remedy,
    version,
    notices: notices.map(({ id: noticeId, emails, author, createdAt, ...notice }) => ({
      _id: String(noticeId),
      subject: notice.subject,
      text: notice.text,
      audience: notice.audience,
      orderedFrom: notice.orderedFrom,
      orderedTo: notice.orderedTo,
      listed: emails.length,
      state: notice.state,
      sent: notice.sent,
      by: author,
      at: createdAt.toISOString(),
    })),
  };
}

interface NewIncident {
  title: string;
  description: string;
  affected: string;
  remedy: string;
  noticedAt: string;
}

/** @throws ApiError (422) for a time in the future */
export function recordIncident(db: Database, fields: NewIncident, actor: Actor): Promise<StaffIncident> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const values = { ...fields, noticedAt: noticed(fields.noticedAt, now), createdAt: now };
    const [row] = await trx.insert(incident).values(values).returning({ id: incident.id });
    if (!row) throw new Error("the incident was not stored");
    await recordAudit(trx, actor, { action: "incident.recorded", subject: incidentSubject(row.id) }, now);
    return readIncident(trx, row.id);
  });
}

type Change = { [Field in keyof NewIncident]?: string | undefined } & {
  version: number;
  boardNotified?: boolean | undefined;
  closed?: boolean | undefined;
};

/** @throws ApiError (404), (409) if somebody else has changed it meanwhile, (422) */
export function changeIncident(
  db: Database,
  id: number,
  { version, boardNotified, closed, noticedAt, ...texts }: Change,
  actor: Actor,
): Promise<StaffIncident> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const row = await lockIncident(trx, id);
    if (row.version !== version)
      throw new ApiError("conflict", "A colleague has changed this incident meanwhile. Please reload it.");
    const typed = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
    await trx
      .update(incident)
      .set({
        ...Object.fromEntries(typed),
        ...(noticedAt !== undefined && { noticedAt: noticed(noticedAt, now) }),
        ...(boardNotified !== undefined && { boardNotifiedAt: boardNotified ? (row.boardNotifiedAt ?? now) : null }),
        ...(closed !== undefined && { closedAt: closed ? (row.closedAt ?? now) : null }),
        version: version + 1,
      })
      .where(eq(incident.id, id));
    const fields = [...typed.map(([name]) => name), ...(noticedAt === undefined ? [] : ["noticedAt"])];
    const after = {
      ...(fields.length > 0 && { fields }),
      ...(boardNotified !== undefined && { boardNotified }),
      ...(closed !== undefined && { closed }),
    };
    await recordAudit(trx, actor, { action: "incident.changed", subject: incidentSubject(id), after }, now);
    return readIncident(trx, id);
  });
}

/** @throws ApiError (404) */
export async function lockIncident(trx: DatabaseOrTransaction, id: number): Promise<IncidentRow> {
  const [row] = await trx.select().from(incident).where(eq(incident.id, id)).for("update");
  if (!row) throw new ApiError("not_found", "There is no such incident.");
  return row;
}

function noticed(text: string, now: Date): Date {
  const at = new Date(text);
  if (at > now) throw ApiError.ofField("noticedAt", "This time is in the future.");
  // The database has no year 0.
  if (at.getUTCFullYear() < 2000) throw ApiError.ofField("noticedAt", "This time is too long ago.");
  return at;
}
