import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../server/database/database.ts";
import { sandboxWebhook } from "../../server/database/schema.ts";

/**
 * What the provider does by itself when its time has come: it settles a refund, and gives up a payment of which the bank says nothing.
 * Such a task waits in the queue of the webhooks, which knows when something is due.
 */

export interface Task {
  task: "settle" | "lapse";
  /** Of the refund or the payment. */
  id: string;
}

const rowId = ({ task, id }: Task) => `${task}:${id}`;

/** The task that a row of the queue stands for; null where it stands for a delivery. */
export function taskOf(row: string): Task | null {
  const [, task, id] = /^(settle|lapse):(\w+)$/.exec(row) ?? [];
  return task && id ? { task: task as Task["task"], id } : null;
}

export async function schedule(trx: DatabaseOrTransaction, task: Task, dueAt: Date, now: Date): Promise<void> {
  await trx.insert(sandboxWebhook).values({ id: rowId(task), body: "", dueAt, createdAt: now });
}

export async function deleteTask(trx: DatabaseOrTransaction, task: Task): Promise<void> {
  await trx.delete(sandboxWebhook).where(eq(sandboxWebhook.id, rowId(task)));
}
