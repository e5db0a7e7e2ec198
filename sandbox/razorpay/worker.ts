/** Sends the webhooks and runs the tasks that are due. */

import type { Database } from "../../server/platform/database/database.ts";
import { createPollLoop, type PollLoop } from "../../server/platform/jobs/poll-loop.ts";
import { claimDue, type DueRow, markDelivered, markFailed, nextDue } from "./deliveries.ts";
import { eventIdOf } from "./events.ts";
import { withPayment } from "./ledger.ts";
import { failPayment } from "./payments.ts";
import { processRefund } from "./refunds.ts";
import { type Credentials, webhookSignature } from "./signatures.ts";
import { deleteTask, type Task, taskOf } from "./tasks.ts";
import { TIMED_OUT } from "./test-data.ts";

const CONCURRENCY = 4;
/** How long the shop may take to respond. */
const RESPONSE_TIMEOUT_MS = 5000;
/** Polls at least this often: other processes queue webhooks as well. */
const LONGEST_PAUSE_MS = 1000;

/** Sends a webhook to the shop. @returns the status of the response */
export type SendWebhook = (body: string, headers: Record<string, string>) => Promise<number>;

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

interface WorkerDeps {
  db: Database;
  credentials: Credentials;
  sendWebhook: SendWebhook;
  log: Log;
}

export function createWorker({ db, credentials, sendWebhook, log }: WorkerDeps): PollLoop {
  async function deliver(row: DueRow): Promise<void> {
    const headers = {
      "content-type": "application/json",
      "user-agent": "Razorpay-Webhook/v1",
      "x-razorpay-signature": webhookSignature(credentials, row.body),
      "x-razorpay-event-id": eventIdOf(row.id),
    };
    let status: number | undefined;
    try {
      status = await withTimeout(sendWebhook(row.body, headers));
    } catch (error) {
      log.info({ err: error, webhook: row.id }, "a webhook could not be delivered");
    }
    if (status !== undefined && status >= 200 && status < 300) return markDelivered(db, row.id);
    if (!(await markFailed(db, row, new Date())))
      log.warn({ webhook: row.id, status }, "a webhook failed too often and is dropped");
  }

  async function act({ task, id }: Task): Promise<void> {
    const options = { now: new Date() };
    if (task === "refund") return processRefund(db, id, options);
    await withPayment(db, id, async (trx, payment, order) => {
      if (payment.status === "created") await failPayment(trx, order, payment, TIMED_OUT, options);
      else await deleteTask(trx, { task, id });
    });
  }

  async function handle(row: DueRow): Promise<void> {
    const task = taskOf(row.id);
    return task ? act(task) : deliver(row);
  }

  async function round(): Promise<boolean> {
    const rows = await claimDue(db, CONCURRENCY, new Date());
    const outcomes = await Promise.allSettled(rows.map(handle));
    for (const outcome of outcomes)
      if (outcome.status === "rejected") log.warn({ err: outcome.reason }, "the payment sandbox has to try again");
    return rows.length > 0;
  }

  return createPollLoop({
    round,
    nextDue: () => nextDue(db),
    onError: (error) => log.warn({ err: error }, "the webhooks of the payment sandbox cannot be read right now"),
    longestPauseMs: LONGEST_PAUSE_MS,
  });
}

/** @throws Error if there is no response in time */
async function withTimeout<T>(response: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no response in time")), RESPONSE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([response, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
