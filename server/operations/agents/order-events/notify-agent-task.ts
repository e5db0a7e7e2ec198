/** Tells platforms of the orders that their agents have brought: signed requests to the address that the platform's profile named when the checkout was created. */

import { createHash, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { DeploymentSettings } from "../../../platform/config/config.ts";
import type { Database } from "../../../platform/database/database.ts";
import { agentOrderNotice, customerOrder } from "../../../platform/database/schema.ts";
import { RetryJob, type Task, type TaskPayloads } from "../../../platform/jobs/tasks.ts";
import type { Send } from "../../webhooks/send.ts";
import { findPlatformOrder, readAgentOrder } from "../buying/read-agent-order.ts";
import { readProfileUrl } from "../callers/platform-profiles.ts";
import { readPlatform } from "../callers/platforms.ts";
import type { CapabilityName } from "../capabilities.ts";
import { TransportError } from "../errors.ts";
import { PROFILE_PATH } from "../profile/business-profile.ts";
import { envelope } from "../responses.ts";
import { contentDigest, signMessage } from "../signatures/sign.ts";
import { readSigner } from "../signatures/signing-keys.ts";
import { isUcpVersion } from "../versions.ts";
import { WIRES } from "../wire/wires.ts";

const HOUR_MS = 3_600_000;
/** An order that a platform has refused for so long is sent again at its next change only. */
const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = HOUR_MS;
const MAX_ERROR = 300;
const ORDER: CapabilityName = "dev.ucp.shopping.order";

interface NotifyDeps {
  db: Database;
  send: Send;
  settings: Pick<DeploymentSettings, "CODE_SECRET" | "SHOP_ORIGIN" | "AGENTS_FROM_LOOPBACK">;
}

type Notice = typeof agentOrderNotice.$inferSelect;

/** Creates the task that tells one platform of one order as it is now, until the platform has accepted it. */
export function notifyAgentTask({ db, send, settings }: NotifyDeps): Task<TaskPayloads["notify_agent"]> {
  return {
    concurrency: 4,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ orderId }) {
      const told = await readTold(db, orderId, settings.SHOP_ORIGIN);
      if (!told) return null;
      const now = new Date();
      const notice = await readNotice(db, orderId, told.body, now);
      if (notice.deliveredAt) return null;
      const error = await deliver(told, notice, now);
      if (error === null) {
        await db
          .update(agentOrderNotice)
          .set({ deliveredAt: now, failingSince: null, error: null, attempts: notice.attempts + 1 })
          .where(eq(agentOrderNotice.orderId, orderId));
        return null;
      }
      const failingSince = notice.failingSince ?? now;
      await db
        .update(agentOrderNotice)
        .set({ failingSince, error, attempts: notice.attempts + 1 })
        .where(eq(agentOrderNotice.orderId, orderId));
      if (now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS) return null;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(notice.attempts, 20));
      throw new RetryJob(error, new Date(now.getTime() + pauseMs));
    },
  };

  /** @returns why it was not accepted; null if it was */
  async function deliver({ url, body, profileUrl }: Told, { webhookId, occurredAt }: Notice, now: Date) {
    try {
      const { host, pathname, search, href } = readProfileUrl(url, settings.AGENTS_FROM_LOOPBACK);
      const headers = {
        "content-type": "application/json",
        "content-digest": contentDigest(body),
        "ucp-agent": `profile="${profileUrl}"`,
        "webhook-id": webhookId,
        "webhook-timestamp": String(Math.floor(occurredAt.getTime() / 1000)),
      };
      const message = {
        method: "POST",
        authority: host,
        path: pathname,
        query: search,
        headers: new Map(Object.entries(headers)),
      };
      const components = ["@method", "@authority", "@path", ...(search ? ["@query"] : []), ...Object.keys(headers)];
      const signer = await readSigner(db, settings.CODE_SECRET, now);
      const signature = signMessage(signer, message, components, now);
      const status = await send({
        url: href,
        headers: { "user-agent": "Kewra agents", ...headers, ...signature },
        body,
      });
      return status >= 200 && status < 300 ? null : `The platform responded with status ${status}.`;
    } catch (error) {
      // What the platform's address or server does; a fault of the database is this job's own.
      if (error instanceof TransportError) return error.message;
      if (isOfDatabase(error)) throw error;
      return (error as Error).message.slice(0, MAX_ERROR) || "no response";
    }
  }
}

const isOfDatabase = (error: unknown) => (error as Error).name === "DrizzleQueryError";

interface Told {
  url: string;
  body: string;
  /** The shop's. */
  profileUrl: string;
}

/** Reads what a platform is to hear of an order; null if it is not to hear of it, or not yet. */
async function readTold(db: Database, orderId: number, shopOrigin: string): Promise<Told | null> {
  const [order] = await db
    .select({
      number: customerOrder.number,
      agentOrigin: customerOrder.agentOrigin,
      shopOrigin: customerOrder.shopOrigin,
    })
    .from(customerOrder)
    .where(eq(customerOrder.id, orderId));
  if (!order?.agentOrigin) return null;
  if ((await readPlatform(db, order.agentOrigin))?.state === "blocked") return null;
  const found = await findPlatformOrder(db, order.agentOrigin, order.number);
  if (!found?.checkout.webhookUrl || !isUcpVersion(found.checkout.version)) return null;
  const { version, webhookUrl } = found.checkout;
  const origin = shopOrigin || order.shopOrigin;
  const body = JSON.stringify({
    ucp: envelope({ version, capabilities: new Set([ORDER]) }, ORDER),
    ...WIRES[version].order.order(await readAgentOrder(db, found, origin)),
  });
  return { url: webhookUrl, body, profileUrl: origin + PROFILE_PATH };
}

/** Reads the notice of an order, which is a new one if the order has changed since. */
async function readNotice(db: Database, orderId: number, body: string, now: Date): Promise<Notice> {
  const values = {
    orderId,
    webhookId: randomUUID(),
    bodyHash: createHash("sha256").update(body).digest("base64url"),
    occurredAt: now,
    attempts: 0,
    error: null,
    failingSince: null,
    deliveredAt: null,
  };
  await db
    .insert(agentOrderNotice)
    .values(values)
    .onConflictDoUpdate({
      target: agentOrderNotice.orderId,
      set: values,
      setWhere: sql`${agentOrderNotice.bodyHash} <> excluded.body_hash`,
    });
  const [notice] = await db.select().from(agentOrderNotice).where(eq(agentOrderNotice.orderId, orderId));
  if (!notice) throw new Error(`the notice of order ${orderId} was not stored`);
  return notice;
}
