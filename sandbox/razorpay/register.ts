/**
 * A fake of Razorpay: its REST API, its checkout script with a payment window, and its webhooks. No money moves. It knows nothing of the
 * shop but its look, and its state is in the database, so it can run inside the shop or beside it, in several instances, and survives a
 * crash.
 */

import type { FastifyInstance } from "fastify";
import type { Database } from "../../server/platform/database/database.ts";
import { fetchFrom, type InProcessFetch } from "../in-process-fetch.ts";
import { paymentsPageRoute } from "./payments-page.ts";
import { restRoutes } from "./rest.ts";
import type { Credentials } from "./signatures.ts";
import { windowRoutes } from "./window.ts";
import { createWorker, type Log, type SendWebhook } from "./worker.ts";

export const RAZORPAY_PATH = "/sandbox/razorpay";

interface SandboxDeps {
  db: Database;
  credentials: Credentials;
  sendWebhook: SendWebhook;
  log: Log;
  /** Milliseconds after which a refund is processed. */
  refundAfterMs?: number;
}

export interface RazorpaySandbox {
  /** Calls the provider in process, without a port. */
  fetch: InProcessFetch;
}

/** Registers the provider at `/sandbox/razorpay`; it sends webhooks while the app is ready. */
export async function registerRazorpaySandbox(
  app: FastifyInstance,
  { db, credentials, sendWebhook, log, refundAfterMs = 1500 }: SandboxDeps,
): Promise<RazorpaySandbox> {
  const worker = createWorker({ db, credentials, sendWebhook, log });
  const { wake } = worker;
  await app.register(restRoutes, { prefix: `${RAZORPAY_PATH}/v1`, db, credentials, refundAfterMs, wake });
  await app.register(windowRoutes, { prefix: RAZORPAY_PATH, db, credentials, path: RAZORPAY_PATH, wake });
  await app.register(paymentsPageRoute, { db, path: RAZORPAY_PATH, wake });
  app.addHook("onReady", async () => wake());
  // Before anything closes, because a webhook being sent needs the shop and the database.
  app.addHook("preClose", () => worker.stop());
  return { fetch: fetchFrom(app) };
}
