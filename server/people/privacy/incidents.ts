/** The register of incidents. The audit log only has the names of changed fields, because the texts may name people. */

import { asc, desc, eq, inArray, lt } from "drizzle-orm";
import type * as z from "zod/mini";
import {
  type incidentEndpoints,
  incidentFields,
  type ListedIncident,
  noticeTexts,
  type StaffIncident,
} from "../../../contract/admin/incidents.ts";
import { HOUR_MS } from "../../../contract/dates.ts";
import { BOARD_HOURS } from "../../../contract/privacy/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { pick } from "../../base/pick.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { incident, incidentNotice } from "../../platform/database/schema.ts";
import { clocksOf } from "./incident-clocks.ts";
import { countFailed } from "./recipients.ts";

type IncidentRow = typeof incident.$inferSelect;
type NoticeRow = typeof incidentNotice.$inferSelect;

const PAGE_SIZE = 50;

const { noticedAt: _, ...texts } = incidentFields;
/** What staff writes of an incident, and of a notice: the names are those of the columns. */
const TEXTS = Object.keys(texts) as (keyof typeof texts)[];
const NOTICE_FIELDS = Object.keys(noticeTexts) as (keyof typeof noticeTexts)[];

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
  const shown = rows.slice(0, PAGE_SIZE);
  const notices = await readNotices(
    db,
    shown.map(({ id }) => id),
  );
  const incidents = shown.map((row) =>
    toListed(
      row,
      notices.filter(({ incidentId }) => incidentId === row.id),
      now,
    ),
  );
  return { incidents, hasMore: rows.length > PAGE_SIZE };
}

/** Reads the notices of incidents, oldest first, each with the number of its emails that were not delivered. */
async function readNotices(db: DatabaseOrTransaction, incidentIds: readonly number[]): Promise<NoticeRow[]> {
  if (incidentIds.length === 0) return [];
  const notices = await db
    .select()
    .from(incidentNotice)
    .where(inArray(incidentNotice.incidentId, [...incidentIds]))
    .orderBy(asc(incidentNotice.id));
  const failed = await countFailed(
    db,
    notices.map(({ id }) => id),
  );
  return notices.map((notice) => ({ ...notice, failed: failed.get(notice.id) ?? notice.failed }));
}

const unreachedBy = ({ withoutEmail, failed }: NoticeRow) => withoutEmail + failed;

function toListed(row: IncidentRow, notices: readonly NoticeRow[], now: Date): ListedIncident {
  const sent = notices.filter((notice) => notice.state !== "stopped" || notice.sent > 0);
  const clocks = clocksOf(
    { ...row, notices: sent.map((notice) => ({ createdAt: notice.createdAt, unreached: unreachedBy(notice) })) },
    now,
  );
  const by = notificationDeadline(row.noticedAt);
  return {
    _id: String(row.id),
    title: row.title,
    noticedAt: row.noticedAt.toISOString(),
    notificationDeadline: by.toISOString(),
    boardNotifiedAt: row.boardNotifiedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    clocks,
    isLate: clocks.some((clock) => clock.isLate),
  };
}

/** @throws ApiError (404) */
export async function readIncident(db: DatabaseOrTransaction, id: number): Promise<StaffIncident> {
  const [row] = await db.select().from(incident).where(eq(incident.id, id));
  if (!row) throw new ApiError("not_found", "There is no such incident.");
  const notices = await readNotices(db, [id]);
  return {
    ...toListed(row, notices, new Date()),
    ...pick(row, TEXTS),
    version: row.version,
    notices: notices.map((notice) => ({
      _id: String(notice.id),
      ...pick(notice, NOTICE_FIELDS),
      text: notice.text,
      audience: notice.audience,
      kinds: notice.kinds,
      orderedFrom: notice.orderedFrom,
      orderedTo: notice.orderedTo,
      state: notice.state,
      recipients: Math.max(notice.recipients, notice.sent),
      sent: notice.sent,
      failed: notice.failed,
      withoutEmail: notice.withoutEmail,
      by: notice.author,
      at: notice.createdAt.toISOString(),
    })),
  };
}

type NewIncident = z.output<(typeof incidentEndpoints.recordIncident)["body"]>;

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

/** What staff ticks off, with the column that stores when. */
const TICKED = {
  certInReported: "certInReportedAt",
  boardInformed: "boardInformedAt",
  othersContacted: "othersContactedAt",
  boardNotified: "boardNotifiedAt",
  closed: "closedAt",
} as const;

type Change = z.output<(typeof incidentEndpoints.changeIncident)["body"]>;

/** @throws ApiError (404), (409) if somebody else has changed it meanwhile, (422) */
export function changeIncident(db: Database, id: number, change: Change, actor: Actor): Promise<StaffIncident> {
  const { version, noticedAt, certInExempt } = change;
  return db.transaction(async (trx) => {
    const now = new Date();
    const row = await lockIncident(trx, id);
    if (row.version !== version)
      throw new ApiError("conflict", "A colleague has changed this incident meanwhile. Please reload it.");
    const typed = pick(change, TEXTS);
    const ticked = Object.entries(TICKED).flatMap(([name, column]) => {
      const isDone = change[name as keyof typeof TICKED];
      return isDone === undefined ? [] : [{ name, column, isDone }];
    });
    await trx
      .update(incident)
      .set({
        ...typed,
        ...Object.fromEntries(ticked.map(({ column, isDone }) => [column, isDone ? (row[column] ?? now) : null])),
        ...(certInExempt !== undefined && { certInExempt }),
        ...(noticedAt !== undefined && { noticedAt: noticed(noticedAt, now) }),
        version: version + 1,
      })
      .where(eq(incident.id, id));
    const fields = [...Object.keys(typed), ...(noticedAt === undefined ? [] : ["noticedAt"])];
    const after = {
      ...(fields.length > 0 && { fields }),
      ...Object.fromEntries(ticked.map(({ name, isDone }) => [name, isDone])),
      ...(certInExempt !== undefined && { certInExempt }),
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
