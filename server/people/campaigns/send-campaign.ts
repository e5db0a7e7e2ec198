/** Sends a campaign now or at a time, stops and resumes it. */

import type { AdminCampaign } from "../../../contract/admin/campaigns.ts";
import { ApiError } from "../../base/errors.ts";
import { daysAfter } from "../../base/time.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import { readMailProducts } from "../../shop/catalogue/import/product-lookups.ts";
import { countSubscribed } from "../newsletter/list-subscribers.ts";
import { problemsOf } from "./campaign-email.ts";
import { campaignSubject, fieldsOf, lockCampaign, lockDraft, readCampaign, updateCampaign } from "./campaigns.ts";

const MAX_DAYS_AHEAD = 365;

interface Sending {
  version: number;
  /** The number of recipients that the member has seen. */
  subscribers: number;
  at?: string | undefined;
}

/**
 * Sends a draft to all subscribers by a job, or schedules it.
 * @throws ApiError (404), (409) if it has changed or would go to many more subscribers than the member has seen, (422) with the problems to
 * correct
 */
export function sendCampaign(
  db: Database,
  id: number,
  { version, subscribers, at }: Sending,
  actor: Actor,
  shopOrigin: string,
): Promise<AdminCampaign> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const row = await lockDraft(trx, id, version);
    const fields = fieldsOf(row);
    const problems = problemsOf(fields, await readMailProducts(trx, row.productSlugs));
    if (problems.length > 0) throw new ApiError("invalid_input", problems[0]?.message, problems);
    const current = await countSubscribed(trx);
    if (current === 0) throw ApiError.ofField("subscribers", "Nobody has subscribed yet.");
    // A subscriber who signs up meanwhile needs no new confirmation; a tenth more does.
    if (current > subscribers * 1.1 + 1)
      throw new ApiError("conflict", `It would go to ${current} subscribers now. Please check again.`);
    const scheduledAt = at === undefined ? null : readTime(at, now);
    await updateCampaign(trx, row, {
      state: scheduledAt ? "scheduled" : "sending",
      scheduledAt,
      startedAt: scheduledAt ? null : now,
      author: actor.name,
      shopOrigin,
    });
    await addSendJob(trx, id, scheduledAt ?? undefined);
    const action = scheduledAt ? "campaign.scheduled" : "campaign.sent";
    const after = { subject: row.subject, subscribers: current, ...(scheduledAt && { at: scheduledAt }) };
    await recordAudit(trx, actor, { action, subject: campaignSubject(id), after }, now);
    return readCampaign(trx, id);
  });
}

/**
 * Stops a campaign that is being sent; queued emails are still sent. A scheduled campaign becomes a draft again. Idempotent. @throws
 * ApiError (404)
 */
export function stopCampaign(db: Database, id: number, actor: Actor): Promise<AdminCampaign> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const row = await lockCampaign(trx, id);
    if (row.state === "scheduled") await updateCampaign(trx, row, { state: "draft", scheduledAt: null, author: "" });
    else if (row.state === "sending") await updateCampaign(trx, row, { state: "stopped", doneAt: now });
    else return readCampaign(trx, id);
    const after = { queued: row.queued };
    const action = row.state === "scheduled" ? "campaign.unscheduled" : "campaign.stopped";
    await recordAudit(trx, actor, { action, subject: campaignSubject(id), after }, now);
    return readCampaign(trx, id);
  });
}

/** Sends a stopped campaign to its remaining recipients. @throws ApiError (404), (409) unless it is stopped */
export function resumeCampaign(db: Database, id: number, actor: Actor): Promise<AdminCampaign> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const row = await lockCampaign(trx, id);
    if (row.state !== "stopped") throw new ApiError("conflict", "This campaign is not stopped.");
    await updateCampaign(trx, row, { state: "sending", doneAt: null });
    await addSendJob(trx, id);
    const after = { queued: row.queued };
    await recordAudit(trx, actor, { action: "campaign.resumed", subject: campaignSubject(id), after }, now);
    return readCampaign(trx, id);
  });
}

const addSendJob = (trx: DatabaseOrTransaction, id: number, runAt?: Date) =>
  addJob(trx, "send_campaign", { campaignId: id }, { key: `send_campaign ${id}`, runAt });

/** @throws ApiError (422) */
function readTime(given: string, now: Date): Date {
  const at = new Date(given);
  if (Number.isNaN(at.getTime())) throw ApiError.ofField("at", "Please choose a day and a time.");
  if (at <= now) throw ApiError.ofField("at", "This time is over. Please choose one ahead, or send it now.");
  if (at > daysAfter(now, MAX_DAYS_AHEAD)) throw ApiError.ofField("at", "Please choose a time within the next year.");
  return at;
}
