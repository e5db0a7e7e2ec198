import { eq, sql } from "drizzle-orm";
import { toRupees } from "../../base/money.ts";
import { readOrderRow } from "../../orders/orders/order-row.ts";
import { openKey } from "../../people/staff/key-box.ts";
import { listOwnerEmails } from "../../people/staff/members.ts";
import type { Database } from "../../platform/database/database.ts";
import { webhookDelivery, webhookEndpoint } from "../../platform/database/schema.ts";
import { RetryJob, type Task } from "../../platform/jobs/tasks.ts";
import { paragraph } from "../../platform/mail/email-blocks.ts";
import { renderEmail } from "../../platform/mail/email-template.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { findSizeById } from "../../selling/stock/read-stock.ts";
import type { Send } from "./send.ts";
import { signatureOf } from "./signature.ts";

/** Maximum attempts of one delivery, over about two hours. */
const MAX_ATTEMPTS = 14;
/** The number of consecutive failed attempts after which an endpoint is disabled. */
const MAX_FAILURES = 50;
const MAX_ERROR = 300;

interface DeliverDeps {
  db: Database;
  send: Send;
  codeSecret: string;
  readSender: (origin: string) => Promise<MailSender>;
}

type Delivery = typeof webhookDelivery.$inferSelect;
type Endpoint = typeof webhookEndpoint.$inferSelect;

/** Creates the task that sends an event, signed, to a webhook endpoint, which accepts it with a status from 200 to 299. */
export function deliverWebhookTask(deps: DeliverDeps): Task<{ deliveryId: number }> {
  const { db, send, codeSecret } = deps;
  return {
    concurrency: 4,
    // The task itself stops after MAX_ATTEMPTS, when the delivery has failed rather than the job.
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ deliveryId }, { attempts }) {
      const [found] = await db
        .select()
        .from(webhookDelivery)
        .innerJoin(webhookEndpoint, eq(webhookEndpoint.id, webhookDelivery.webhookId))
        .where(eq(webhookDelivery.id, deliveryId));
      if (found?.webhook_delivery.state !== "waiting") return null;
      const { webhook: endpoint, webhook_delivery: delivery } = found;
      if (endpoint.disabledAt) return markFailed(db, delivery.id, "The webhook was switched off.");
      const secret = openKey(codeSecret, endpoint.secret);
      if (secret === null) return markFailed(db, delivery.id, "CODE_SECRET has changed since. Add the webhook again.");
      const data = await dataOf(db, delivery);
      if (!data) return markFailed(db, delivery.id, "The order or size was deleted.");
      const outcome = await attempt(send, { url: endpoint.url, secret, delivery, data });
      if (outcome.error === null) return markDelivered(db, delivery, outcome.statusCode);
      const isLast = attempts >= MAX_ATTEMPTS;
      await recordFailure(deps, { endpoint, delivery, isLast, ...outcome });
      if (isLast) return null;
      throw new RetryJob(outcome.error);
    },
  };
}

async function attempt(
  send: Send,
  { url, secret, delivery, data }: { url: string; secret: string; delivery: Delivery; data: object },
): Promise<{ statusCode: number | null; error: string | null }> {
  const { requestId: id, event, createdAt } = delivery;
  const body = JSON.stringify({ id, event, createdAt: createdAt.toISOString(), data });
  const headers = {
    "content-type": "application/json",
    "user-agent": "Kewra webhooks",
    "kewra-event": event,
    "kewra-request-id": id,
    "kewra-signature": signatureOf(secret, body, new Date()),
  };
  try {
    const statusCode = await send({ url, headers, body });
    const isAccepted = statusCode >= 200 && statusCode < 300;
    return { statusCode, error: isAccepted ? null : `The receiver responded with status ${statusCode}.` };
  } catch (error) {
    return { statusCode: null, error: (error as Error).message.slice(0, MAX_ERROR) || "no response" };
  }
}

/** Reads the current data of an event, without personal data, which receivers read by the API. */
async function dataOf(db: Database, { event, subjectId }: Delivery): Promise<object | null> {
  if (event === "stock.low") {
    const size = await findSizeById(db, subjectId);
    return size ? { sku: size.sku, available: size.onHand - size.reserved } : null;
  }
  const order = await readOrderRow(db, subjectId);
  return order
    ? { order: order.number, state: order.state, total: toRupees(order.totalPaise), paymentMethod: order.paymentMethod }
    : null;
}

async function markDelivered(db: Database, { id, webhookId }: Delivery, statusCode: number | null): Promise<null> {
  await db.transaction(async (trx) => {
    await trx
      .update(webhookDelivery)
      .set({
        state: "delivered",
        attempts: sql`${webhookDelivery.attempts} + 1`,
        statusCode,
        error: null,
        deliveredAt: new Date(),
      })
      .where(eq(webhookDelivery.id, id));
    await trx.update(webhookEndpoint).set({ failures: 0 }).where(eq(webhookEndpoint.id, webhookId));
  });
  return null;
}

/** Marks a delivery as failed that no further attempt can send. */
async function markFailed(db: Database, id: number, error: string): Promise<null> {
  await db.update(webhookDelivery).set({ state: "failed", error }).where(eq(webhookDelivery.id, id));
  return null;
}

interface Failure {
  endpoint: Endpoint;
  delivery: Delivery;
  isLast: boolean;
  statusCode: number | null;
  error: string | null;
}

async function recordFailure({ db, readSender }: DeliverDeps, failure: Failure): Promise<void> {
  const { endpoint, delivery, isLast, statusCode, error } = failure;
  const sender = await readSender("");
  const now = new Date();
  await db.transaction(async (trx) => {
    await trx
      .update(webhookDelivery)
      .set({
        attempts: sql`${webhookDelivery.attempts} + 1`,
        statusCode,
        error,
        ...(isLast && { state: "failed" as const }),
      })
      .where(eq(webhookDelivery.id, delivery.id));
    const [row] = await trx
      .update(webhookEndpoint)
      .set({ failures: sql`${webhookEndpoint.failures} + 1` })
      .where(eq(webhookEndpoint.id, endpoint.id))
      .returning({ failures: webhookEndpoint.failures, disabledAt: webhookEndpoint.disabledAt });
    if (!row || row.disabledAt || row.failures < MAX_FAILURES) return;
    await trx.update(webhookEndpoint).set({ disabledAt: now }).where(eq(webhookEndpoint.id, endpoint.id));
    const { host } = new URL(endpoint.url);
    const message = renderEmail(sender, {
      subject: `The webhook to ${host} was switched off`,
      preview: `It failed ${row.failures} times in a row.`,
      heading: "A webhook was switched off",
      blocks: [
        paragraph(
          `${sender.name} reports events to ${host}. ${row.failures} attempts in a row have failed, the last with: ${error ?? "no response"}`,
        ),
        paragraph("Correct the receiver, then switch the webhook on in the back office, under Integrations."),
      ],
    });
    for (const email of await listOwnerEmails(trx)) await queueMail(trx, { to: email, ...message }, now);
  });
}
