/** Notices to everybody whom an incident affects, with the five parts of rule 7 (1). */

import { and, eq, exists, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { NoticePreview, StaffIncident } from "../../../contract/admin/incidents.ts";
import { NOTICE_PARTS, type NoticePart } from "../../../contract/privacy/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { incidentNotice, incidentRecipient } from "../../platform/database/schema.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { type Audience, countAudience, selectAudience } from "./audience.ts";
import { incidentEmail } from "./emails.ts";
import { incidentSubject, lockIncident, readIncident } from "./incidents.ts";

type NoticeText = Record<NoticePart, string> & { subject: string };
type NewNotice = Audience & NoticeText;

/** The notices of an incident with the same words. */
const isSame = (incidentId: number, notice: NoticeText) =>
  and(
    eq(incidentNotice.incidentId, incidentId),
    eq(incidentNotice.subject, notice.subject),
    ...NOTICE_PARTS.map((part) => eq(incidentNotice[part], notice[part])),
  );

/** Selects the emails that a notice goes to: those of its audience, less those that get the same words by an earlier press of the button. */
function selectNewEmails(db: DatabaseOrTransaction, incidentId: number, notice: NewNotice): SQL {
  const had = db
    .select({ one: sql`1` })
    .from(incidentRecipient)
    .innerJoin(incidentNotice, eq(incidentNotice.id, incidentRecipient.noticeId))
    .where(
      and(
        isSame(incidentId, notice),
        sql`${incidentRecipient.email} = people.email`,
        or(isNotNull(incidentRecipient.messageId), eq(incidentNotice.state, "sending")),
      ),
    );
  return sql`select distinct people.email from (${selectAudience(notice)}) as people
    where people.email is not null and not ${exists(had)}`;
}

/** Counts the people of each kind, and composes the mail as they will read it. @throws ApiError (404), (422) */
export async function previewNotice(
  db: Database,
  id: number,
  notice: NewNotice,
  sender: MailSender,
): Promise<NoticePreview> {
  await readIncident(db, id);
  const counts = await countAudience(db, notice);
  const [row] = await rowsOf(
    db,
    { emails: "number" },
    sql`select count(*)::int as emails from (${selectNewEmails(db, id, notice)}) as new`,
  );
  const emails = row?.emails ?? 0;
  const { subject, html, text } = incidentEmail(sender, notice);
  return { ...counts, emails, alreadySent: counts.emails - emails, mail: { subject, html, text } };
}

/**
 * Sends a notice by a job, to the emails that its audience has now.
 * @throws ApiError (404), (422) for an audience without anybody, (409) if everybody of it already gets these words
 */
export function sendNotice(
  db: Database,
  id: number,
  notice: NewNotice,
  actor: Actor,
  shopOrigin: string,
): Promise<StaffIncident> {
  return db.transaction(async (trx) => {
    const now = new Date();
    // One press after the other: the second sees the recipients of the first.
    await lockIncident(trx, id);
    const { withoutEmail } = await countAudience(trx, notice);
    const [earlier] = await trx
      .select({ id: incidentNotice.id })
      .from(incidentNotice)
      .where(isSame(id, notice))
      .limit(1);
    const { emails: _, ...values } = notice;
    const [row] = await trx
      .insert(incidentNotice)
      .values({
        ...values,
        text: "",
        kinds: notice.audience === "kinds" ? [...notice.kinds] : [],
        incidentId: id,
        withoutEmail,
        author: actor.name,
        shopOrigin,
        createdAt: now,
      })
      .returning({ id: incidentNotice.id });
    if (!row) throw new Error("the notice was not stored");
    const added = await rowsOf(
      trx,
      {},
      sql`insert into ${incidentRecipient} (notice_id, email)
        select ${row.id}::bigint, email from (${selectNewEmails(trx, id, notice)}) as new returning 1`,
    );
    if (added.length === 0 && earlier) throw new ApiError("conflict", "Everybody among these already has this notice.");
    if (added.length === 0 && withoutEmail === 0)
      throw ApiError.ofField("audience", "The shop has nobody’s address among these.");
    await trx.update(incidentNotice).set({ recipients: added.length }).where(eq(incidentNotice.id, row.id));
    await addJob(trx, "send_incident_notice", { noticeId: row.id }, { key: `incident notice ${row.id}` });
    const after = {
      notice: row.id,
      audience: notice.audience,
      ...(notice.audience === "kinds" && { kinds: notice.kinds }),
      emails: added.length,
      withoutEmail,
    };
    await recordAudit(trx, actor, { action: "incident.notice_sent", subject: incidentSubject(id), after }, now);
    return readIncident(trx, id);
  });
}

/** Stops sending a notice; queued emails are still sent. Idempotent. @throws ApiError (404) */
export function stopNotice(db: Database, id: number, noticeId: number, actor: Actor): Promise<StaffIncident> {
  return db.transaction(async (trx) => {
    const now = new Date();
    await lockIncident(trx, id);
    const [stopped] = await trx
      .update(incidentNotice)
      .set({ state: "stopped", doneAt: now })
      .where(
        and(eq(incidentNotice.id, noticeId), eq(incidentNotice.incidentId, id), eq(incidentNotice.state, "sending")),
      )
      .returning({ sent: incidentNotice.sent });
    if (stopped) {
      const after = { notice: noticeId, sent: stopped.sent };
      await recordAudit(trx, actor, { action: "incident.notice_stopped", subject: incidentSubject(id), after }, now);
    }
    return readIncident(trx, id);
  });
}
