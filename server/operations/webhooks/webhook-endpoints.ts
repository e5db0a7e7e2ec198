/** Webhook endpoints, and the log of what was sent to them. */

import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { and, asc, desc, eq, getTableColumns, isNull, lt, sql } from "drizzle-orm";
import {
  MAX_WEBHOOKS,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEvent,
} from "../../../contract/admin/webhooks.ts";
import { ApiError } from "../../base/errors.ts";
import { newToken } from "../../base/secrets.ts";
import { daysAfter } from "../../base/time.ts";
import { sealKey } from "../../people/staff/key-box.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { webhookDelivery, webhookEndpoint } from "../../platform/database/schema.ts";
import { withTimeLimit } from "../../platform/database/time-limit.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import { isPublicIp } from "../../platform/outgoing/public-ip.ts";
import { WORKS } from "./deliver-events-task.ts";
import { addDeliveryJob, subjectOf as deliverySubjectOf } from "./delivery-jobs.ts";

const PAGE_SIZE = 50;
const LOOKUP_MS = 3000;
const RETENTION_DAYS = 30;
/** For how long requests are also signed with the key before a rotation, so that the receiver can change over. */
const PREVIOUS_SECRET_MS = 24 * 3_600_000;

export async function listWebhookEndpoints(db: Database): Promise<WebhookEndpoint[]> {
  return (await readEndpoints(db)).map(toEndpoint);
}

const readEndpoints = (db: Database, id?: number) =>
  db
    .select({
      ...getTableColumns(webhookEndpoint),
      waiting: db.$count(
        webhookDelivery,
        and(eq(webhookDelivery.webhookId, webhookEndpoint.id), eq(webhookDelivery.state, "waiting")),
      ),
    })
    .from(webhookEndpoint)
    .where(id === undefined ? undefined : eq(webhookEndpoint.id, id))
    .orderBy(asc(webhookEndpoint.id));

/** @throws ApiError (409) above `MAX_WEBHOOKS`, (422) for a URL outside the public internet */
export async function addWebhookEndpoint(
  db: Database,
  { url, events }: { url: string; events: readonly WebhookEvent[] },
  { staff, codeSecret }: { staff: Staff; codeSecret: string },
): Promise<{ secret: string; added: WebhookEndpoint }> {
  await requirePublic(url);
  const secret = newSecret();
  const now = new Date();
  const added = await db.transaction(async (trx) => {
    // Serialises concurrent requests near the maximum, so that each counts the other's endpoint.
    await trx.select({ id: webhookEndpoint.id }).from(webhookEndpoint).orderBy(asc(webhookEndpoint.id)).for("update");
    if ((await trx.$count(webhookEndpoint)) >= MAX_WEBHOOKS)
      throw new ApiError("conflict", `There are ${MAX_WEBHOOKS} webhooks. Delete one first, please.`);
    const values = { url, events: [...new Set(events)], secret: sealKey(codeSecret, secret), createdAt: now };
    const [row] = await trx.insert(webhookEndpoint).values(values).returning();
    if (!row) throw new Error("the webhook was not stored");
    const after = { host: new URL(url).host, events: row.events };
    await recordAudit(trx, staff, { action: "webhook.added", subject: subjectOf(row.id), after }, now);
    return row;
  });
  return { secret, added: toEndpoint({ ...added, waiting: 0 }) };
}

const newSecret = () => `whsec_${newToken()}`;

/**
 * Gives an endpoint a new signing secret. For a day requests are signed with both.
 * @throws ApiError (404)
 */
export async function rotateWebhookSecret(
  db: Database,
  id: number,
  { staff, codeSecret }: { staff: Staff; codeSecret: string },
): Promise<{ secret: string }> {
  const secret = newSecret();
  const now = new Date();
  await db.transaction(async (trx) => {
    const [row] = await trx
      .update(webhookEndpoint)
      .set({
        secret: sealKey(codeSecret, secret),
        previousSecret: sql`${webhookEndpoint.secret}`,
        previousSecretUntil: new Date(now.getTime() + PREVIOUS_SECRET_MS),
      })
      .where(eq(webhookEndpoint.id, id))
      .returning({ id: webhookEndpoint.id });
    if (!row) throw notFound();
    await recordAudit(trx, staff, { action: "webhook.secret_rotated", subject: subjectOf(id) }, now);
  });
  return { secret };
}

/** Rejects a private address at once, for a clear message; every delivery checks again. Accepts a host that is not found. */
async function requirePublic(url: string): Promise<void> {
  const problem = (message: string) => ApiError.ofField("url", message);
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "https:") throw problem("Please give a URL that begins with https://.");
  if (parsed.username || parsed.password) throw problem("Please give a URL without a password: requests are signed.");
  // A full stop at the end makes no other host.
  const host = parsed.hostname.replace(/^\[|\]$|\.$/g, "");
  const found = isIP(host)
    ? [{ address: host }]
    : await withTimeLimit(lookup(host, { all: true }), LOOKUP_MS).catch(() => []);
  if (/(^|\.)(localhost|local|internal)$/i.test(host) || !found.every(({ address }) => isPublicIp(address)))
    throw problem("This is an address of a private network, which the shop does not report to.");
}

/** Switches an endpoint on or off. Once it is on, what has waited is delivered. @throws ApiError (404) */
export async function switchWebhookEndpoint(db: Database, id: number, isOn: boolean, staff: Staff): Promise<void> {
  const now = new Date();
  await db.transaction(async (trx) => {
    const [row] = await trx
      .update(webhookEndpoint)
      .set(isOn ? { disabledAt: null, ...WORKS } : { disabledAt: now })
      .where(eq(webhookEndpoint.id, id))
      .returning({ id: webhookEndpoint.id });
    if (!row) throw notFound();
    if (isOn) {
      await trx
        .update(webhookDelivery)
        .set({ failingSince: null })
        .where(and(eq(webhookDelivery.webhookId, id), eq(webhookDelivery.state, "waiting")));
      await addDeliveryJob(trx, { webhookId: id });
    }
    const action = isOn ? "webhook.switched_on" : "webhook.switched_off";
    await recordAudit(trx, staff, { action, subject: subjectOf(id) }, now);
  });
}

/** @throws ApiError (404) */
export async function deleteWebhookEndpoint(db: Database, id: number, staff: Staff): Promise<void> {
  await db.transaction(async (trx) => {
    const [row] = await trx.delete(webhookEndpoint).where(eq(webhookEndpoint.id, id)).returning();
    if (!row) throw notFound();
    const before = { host: new URL(row.url).host, events: row.events };
    await recordAudit(trx, staff, { action: "webhook.deleted", subject: subjectOf(id), before }, new Date());
  });
}

/** Reads a page of the log, newest first. @throws ApiError (404) */
export async function listDeliveries(
  db: Database,
  id: number,
  before: number | null,
): Promise<{ webhook: WebhookEndpoint; deliveries: WebhookDelivery[]; hasMore: boolean }> {
  const [row] = await readEndpoints(db, id);
  if (!row) throw notFound();
  const rows = await db
    .select()
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.webhookId, id), before === null ? undefined : lt(webhookDelivery.id, before)))
    .orderBy(desc(webhookDelivery.id))
    .limit(PAGE_SIZE + 1);
  return {
    webhook: toEndpoint(row),
    deliveries: rows.slice(0, PAGE_SIZE).map(toDelivery),
    hasMore: rows.length > PAGE_SIZE,
  };
}

/** @throws ApiError (409) if there is no such delivery, it is still being tried, or the endpoint is disabled */
export async function retryDelivery(
  db: Database,
  { id, delivery }: { id: number; delivery: number },
  staff: Staff,
): Promise<void> {
  await db.transaction(async (trx) => {
    const [on] = await trx
      .select({ id: webhookEndpoint.id })
      .from(webhookEndpoint)
      .where(and(eq(webhookEndpoint.id, id), isNull(webhookEndpoint.disabledAt)))
      .for("share");
    if (!on) throw new ApiError("conflict", "This webhook is off, or deleted. Switch it on first.");
    const [row] = await trx
      .update(webhookDelivery)
      .set({ state: "waiting", error: null, failingSince: null })
      .where(
        and(
          eq(webhookDelivery.id, delivery),
          eq(webhookDelivery.webhookId, id),
          sql`${webhookDelivery.state} <> 'waiting'`,
        ),
      )
      .returning();
    if (!row) throw new ApiError("conflict", "This delivery is being tried already, or doesn’t exist.");
    await addDeliveryJob(trx, { webhookId: id, subject: deliverySubjectOf(row) });
    const after = { delivery };
    await recordAudit(trx, staff, { action: "webhook.retried", subject: subjectOf(id), after }, new Date());
  });
}

/** Deletes deliveries older than a month. */
export async function deleteOldDeliveries(db: Database, now: Date): Promise<void> {
  const monthAgo = daysAfter(now, -RETENTION_DAYS);
  await db.delete(webhookDelivery).where(lt(webhookDelivery.createdAt, monthAgo));
}

const notFound = () => new ApiError("not_found", "This webhook doesn’t exist any more.");
const subjectOf = (id: number) => ({ type: "webhook" as const, id: String(id) });

const toEndpoint = (row: typeof webhookEndpoint.$inferSelect & { waiting: number }): WebhookEndpoint => ({
  _id: String(row.id),
  url: row.url,
  events: row.events,
  createdAt: row.createdAt.toISOString(),
  waiting: row.waiting,
  failingSince: row.failingSince?.toISOString() ?? null,
  disabledAt: row.disabledAt?.toISOString() ?? null,
});

const toDelivery = (row: typeof webhookDelivery.$inferSelect): WebhookDelivery => ({
  _id: String(row.id),
  event: row.event,
  requestId: row.requestId,
  state: row.state,
  attempts: row.attempts,
  statusCode: row.statusCode,
  error: row.error,
  at: row.createdAt.toISOString(),
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
});
