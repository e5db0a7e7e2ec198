import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { openKey } from "../../people/staff/key-box.ts";
import { listOwnerEmails } from "../../people/staff/members.ts";
import type { Database } from "../../platform/database/database.ts";
import { webhookDelivery, webhookEndpoint } from "../../platform/database/schema.ts";
import { RetryJob, type Task, type TaskPayloads } from "../../platform/jobs/tasks.ts";
import { paragraph } from "../../platform/mail/email-blocks.ts";
import { renderEmail } from "../../platform/mail/email-template.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { addDeliveryJob, nextDelivery, subjectOf, waitingSubjects } from "./delivery-jobs.ts";
import type { Send } from "./send.ts";
import { signatureOf } from "./signature.ts";

const HOUR_MS = 3_600_000;
/** Owners are told of an endpoint that has failed for this long. */
const WARN_AFTER_MS = HOUR_MS;
/** An endpoint that has accepted nothing for this long is switched off; a delivery that it alone refuses for this long has failed. */
const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
const SHORTEST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 10 * 60_000;
const MAX_ERROR = 300;

interface DeliverDeps {
  db: Database;
  send: Send;
  codeSecret: string;
  readSender: (origin: string) => Promise<MailSender>;
}

type Delivery = typeof webhookDelivery.$inferSelect;
type Endpoint = typeof webhookEndpoint.$inferSelect;

/**
 * Creates the task that sends the events of one order or size, signed, to one webhook endpoint, in their order: an event waits until the one
 * before it was accepted, with a status from 200 to 299. While the endpoint fails, only one delivery at a time tries it, at growing pauses.
 * While it is off, its deliveries wait. A job without a subject adds those of all subjects that wait.
 */
export function deliverEventsTask(deps: DeliverDeps): Task<TaskPayloads["deliver_events"]> {
  const { db, codeSecret } = deps;
  return {
    concurrency: 4,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ webhookId, subject }, { stopping }) {
      if (!subject) {
        for (const waiting of await waitingSubjects(db, webhookId))
          await addDeliveryJob(db, { webhookId, subject: waiting });
        return null;
      }
      while (!stopping.aborted) {
        const [endpoint] = await db.select().from(webhookEndpoint).where(eq(webhookEndpoint.id, webhookId));
        if (!endpoint || endpoint.disabledAt) return null;
        const delivery = await nextDelivery(db, webhookId, subject);
        if (!delivery) return null;
        const until = await waitsUntil(db, endpoint);
        if (until) return until;
        const secrets = secretsOf(endpoint, codeSecret);
        if (secrets === null) {
          await markFailed(db, delivery.id, "CODE_SECRET has changed since. Add the webhook again.");
          continue;
        }
        const outcome = await attempt(deps.send, { url: endpoint.url, secrets, delivery });
        if (outcome.error === null) await recordSuccess(db, delivery, outcome.statusCode);
        else throw new RetryJob(outcome.error, await recordFailure(deps, { endpoint, delivery, ...outcome }));
      }
      return new Date();
    },
  };
}

/** @returns until when a failing endpoint is left alone; null if it works, or if it is this caller who tries it */
async function waitsUntil(db: Database, { id, failingSince }: Endpoint): Promise<Date | null> {
  if (failingSince === null) return null;
  const now = new Date();
  const [mine] = await db
    .update(webhookEndpoint)
    .set({ tryAt: pauseAfter(failingSince, now) })
    .where(and(eq(webhookEndpoint.id, id), or(isNull(webhookEndpoint.tryAt), lte(webhookEndpoint.tryAt, now))))
    .returning({ id: webhookEndpoint.id });
  if (mine) return null;
  const [row] = await db
    .select({ tryAt: webhookEndpoint.tryAt })
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.id, id));
  return row?.tryAt ?? now;
}

/** The end of a pause that grows with the outage: a quarter of it, from two seconds to ten minutes, twice as long for a single delivery. */
function pauseAfter(since: Date, now: Date, times = 1): Date {
  const quarter = (now.getTime() - since.getTime()) / 4;
  return new Date(now.getTime() + times * Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, quarter)));
}

/** @returns the keys that sign a request, the current one first; null if they cannot be read */
function secretsOf({ secret, previousSecret, previousSecretUntil }: Endpoint, codeSecret: string): string[] | null {
  const current = openKey(codeSecret, secret);
  if (current === null) return null;
  const isStillValid = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > new Date();
  const previous = isStillValid ? openKey(codeSecret, previousSecret) : null;
  return previous === null ? [current] : [current, previous];
}

/** Takes over a job of an earlier release, which delivered one event. */
export function deliverWebhookTask(db: Database): Task<TaskPayloads["deliver_webhook"]> {
  return {
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ deliveryId }) {
      const [delivery] = await db.select().from(webhookDelivery).where(eq(webhookDelivery.id, deliveryId));
      if (delivery) await addDeliveryJob(db, { webhookId: delivery.webhookId, subject: subjectOf(delivery) });
      return null;
    },
  };
}

interface Outcome {
  statusCode: number | null;
  error: string | null;
}

async function attempt(
  send: Send,
  { url, secrets, delivery }: { url: string; secrets: readonly string[]; delivery: Delivery },
): Promise<Outcome> {
  const { id: sequence, requestId: id, event, createdAt, data } = delivery;
  const body = JSON.stringify({ id, event, sequence, createdAt: createdAt.toISOString(), data });
  const headers = {
    "content-type": "application/json",
    "user-agent": "Kewra webhooks",
    "kewra-event": event,
    "kewra-request-id": id,
    "kewra-signature": signatureOf(secrets, body, new Date()),
  };
  try {
    const statusCode = await send({ url, headers, body });
    const isAccepted = statusCode >= 200 && statusCode < 300;
    return { statusCode, error: isAccepted ? null : `The receiver responded with status ${statusCode}.` };
  } catch (error) {
    return { statusCode: null, error: (error as Error).message.slice(0, MAX_ERROR) || "no response" };
  }
}

async function recordSuccess(db: Database, { id, webhookId }: Delivery, statusCode: number | null): Promise<void> {
  await db.transaction(async (trx) => {
    await trx
      .update(webhookDelivery)
      .set({
        state: "delivered",
        attempts: sql`${webhookDelivery.attempts} + 1`,
        statusCode,
        error: null,
        failingSince: null,
        deliveredAt: new Date(),
      })
      .where(eq(webhookDelivery.id, id));
    const [recovered] = await trx
      .update(webhookEndpoint)
      .set(WORKS)
      .where(and(eq(webhookEndpoint.id, webhookId), gt(webhookEndpoint.failures, 0)))
      .returning({ id: webhookEndpoint.id });
    if (recovered) await addDeliveryJob(trx, { webhookId });
  });
}

/** The fields of an endpoint that works. */
export const WORKS = { failures: 0, failingSince: null, tryAt: null, warnedAt: null };

/** Marks a delivery as failed that no further attempt can send. */
async function markFailed(db: Database, id: number, error: string): Promise<void> {
  await db.update(webhookDelivery).set({ state: "failed", error }).where(eq(webhookDelivery.id, id));
}

/** @returns when the delivery is tried again, if the endpoint is not left alone for longer */
async function recordFailure(
  { db, readSender }: DeliverDeps,
  { endpoint, delivery, statusCode, error }: Outcome & { endpoint: Endpoint; delivery: Delivery },
): Promise<Date> {
  const sender = await readSender("");
  const now = new Date();
  const deliverySince = delivery.failingSince ?? now;
  await db.transaction(async (trx) => {
    const [row] = await trx
      .update(webhookEndpoint)
      .set({
        failures: sql`${webhookEndpoint.failures} + 1`,
        failingSince: sql`coalesce(${webhookEndpoint.failingSince}, ${now.toISOString()}::timestamptz)`,
        tryAt: sql`coalesce(${webhookEndpoint.tryAt}, ${pauseAfter(now, now).toISOString()}::timestamptz)`,
      })
      .where(eq(webhookEndpoint.id, endpoint.id))
      .returning();
    const endpointMs = now.getTime() - (row?.failingSince ?? now).getTime();
    const isGivenUp = endpointMs >= GIVE_UP_AFTER_MS;
    const isRefused = !isGivenUp && now.getTime() - deliverySince.getTime() >= GIVE_UP_AFTER_MS;
    await trx
      .update(webhookDelivery)
      .set({
        attempts: sql`${webhookDelivery.attempts} + 1`,
        statusCode,
        error,
        failingSince: deliverySince,
        ...(isRefused && { state: "failed" as const }),
      })
      .where(eq(webhookDelivery.id, delivery.id));
    if (!row || row.disabledAt) return;
    if (isGivenUp) await trx.update(webhookEndpoint).set({ disabledAt: now }).where(eq(webhookEndpoint.id, row.id));
    else if (row.warnedAt === null && endpointMs >= WARN_AFTER_MS)
      await trx.update(webhookEndpoint).set({ warnedAt: now }).where(eq(webhookEndpoint.id, row.id));
    else return;
    const message = renderEmail(sender, noticeOf(sender, new URL(row.url).host, error ?? "no response", isGivenUp));
    for (const email of await listOwnerEmails(trx)) await queueMail(trx, { to: email, ...message }, now);
  });
  // Others try a failing endpoint before it does, which may refuse this delivery alone.
  return pauseAfter(deliverySince, now, 2);
}

function noticeOf({ name }: MailSender, host: string, error: string, isGivenUp: boolean) {
  const last = `The last attempt ended with: ${error}`;
  const kept = "Events that happen meanwhile are kept for 30 days, and are sent in their order";
  return isGivenUp
    ? {
        subject: `The webhook to ${host} was switched off`,
        preview: "It has accepted nothing for three days.",
        heading: "A webhook was switched off",
        blocks: [
          paragraph(`${name} reports events to ${host}, which has accepted nothing for three days. ${last}`),
          paragraph(
            `Correct the receiver, then switch the webhook on in the back office, under Integrations. ${kept} once it is on.`,
          ),
        ],
      }
    : {
        subject: `The webhook to ${host} fails`,
        preview: "It has accepted nothing for an hour.",
        heading: "A webhook fails",
        blocks: [
          paragraph(`${name} reports events to ${host}, which has accepted nothing for an hour. ${last}`),
          paragraph(`Nothing is lost. ${kept} once it accepts them. After three days it is switched off.`),
        ],
      };
}
