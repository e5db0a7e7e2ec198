/**
 * Scheduled tasks of the provider: it processes a refund, and fails a payment without the bank's response. A task is a row in the queue of
 * webhooks.
 */

import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import { sandboxWebhook } from "../../server/platform/database/schema/sandbox.ts";

export interface Task {
  task: "refund" | "lapse";
  /** The id of the refund or payment. */
  id: string;
}

const rowId = ({ task, id }: Task) => `${task}:${id}`;

/** Parses the id of a row in the queue; null for a webhook. */
export function taskOf(row: string): Task | null {
  const [, task, id] = /^(refund|lapse):(\w+)$/.exec(row) ?? [];
  return task && id ? { task: task as Task["task"], id } : null;
}

export async function schedule(trx: DatabaseOrTransaction, task: Task, dueAt: Date, now: Date): Promise<void> {
  await trx.insert(sandboxWebhook).values({ id: rowId(task), body: "", dueAt, createdAt: now });
}

export async function deleteTask(trx: DatabaseOrTransaction, task: Task): Promise<void> {
  await trx.delete(sandboxWebhook).where(eq(sandboxWebhook.id, rowId(task)));
}
