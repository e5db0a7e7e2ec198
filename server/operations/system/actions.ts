/** Actions of staff on jobs and emails that failed. */

import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteFailedJob, retryJobs } from "../../platform/jobs/staff-jobs.ts";
import { resendUncertainMails } from "../../platform/mail/outbox.ts";

/** @throws ApiError (409) unless the job failed or waits to be retried */
export async function retryJobAs(db: Database, id: number, actor: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    if ((await retryJobs(trx, [id], new Date())) === 0)
      throw new ApiError("conflict", "This job runs, is done, or did not fail.");
    await recordAudit(
      trx,
      actor,
      { action: "job.retried", subject: { type: "job" as const, id: String(id) } },
      new Date(),
    );
  });
}

/** Retries every job that failed or waits to be retried. @returns how many */
export function retryAllJobsAs(db: Database, actor: Actor): Promise<number> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const jobs = await retryJobs(trx, null, now);
    const subject = { type: "job" as const, id: "all" };
    if (jobs > 0) await recordAudit(trx, actor, { action: "job.retried", subject, after: { jobs } }, now);
    return jobs;
  });
}

/** @throws ApiError (409) unless the job failed; a recurring one is never deleted */
export async function deleteJobAs(db: Database, id: number, reason: string, actor: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    const deleted = await deleteFailedJob(trx, id);
    if (!deleted)
      throw new ApiError("conflict", "This job did not fail, or is done, or the shop needs it, so it was not deleted.");
    const subject = { type: "job" as const, id: String(id) };
    await recordAudit(trx, actor, { action: "job.deleted", subject, before: deleted, after: { reason } }, new Date());
  });
}

/** @throws ApiError (409) if the email is being sent, or its content has expired */
export async function resendMailAs(db: Database, id: number, actor: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    const queued = await resendUncertainMails(trx, [id], new Date());
    if (queued.length === 0)
      throw new ApiError("conflict", "This email is being sent already, or its content has expired.");
    await recordAudit(
      trx,
      actor,
      { action: "mail.resent", subject: { type: "mail" as const, id: String(id) } },
      new Date(),
    );
  });
}

/** Sends every email again that failed or is uncertain and has not expired. @returns how many */
export function resendAllMailsAs(db: Database, actor: Actor): Promise<number> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const { length: mails } = await resendUncertainMails(trx, null, now);
    const subject = { type: "mail" as const, id: "all" };
    if (mails > 0) await recordAudit(trx, actor, { action: "mail.resent", subject, after: { mails } }, now);
    return mails;
  });
}
