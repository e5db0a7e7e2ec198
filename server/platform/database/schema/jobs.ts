import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { atLeast } from "./checks.ts";
import { id, timestamptz } from "./columns.ts";

/** Background jobs (server/platform/jobs/). A finished job is deleted. */
export const job = pgTable(
  "job",
  {
    id: id(),
    /** Which task handles it, see server/platform/jobs/tasks.ts. */
    taskIdentifier: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** At most one job has a key; adding another reschedules it. */
    key: text().unique(),
    /** Jobs with the same queue name run one after the other. */
    queueName: text(),
    runAt: timestamptz().notNull(),
    /** Number of runs since it was added or last succeeded, including the current one. */
    attempts: integer().notNull().default(0),
    /** When a worker claimed it; null while it is not running. */
    lockedAt: timestamptz(),
    /** The claim under which it runs. */
    claimId: uuid(),
    /** When its last attempt failed; it runs again only when staff retries it. */
    failedAt: timestamptz(),
    /** The error of the last attempt. */
    lastError: text(),
    /** Counts how often a job with this key was added, so that a worker sees that its job was added again while it ran. */
    revision: integer().notNull().default(0),
  },
  (table) => [
    atLeast(0, table.attempts),
    atLeast(0, table.revision),
    index("job_open_task_identifier_index")
      .on(table.taskIdentifier, table.runAt, table.id)
      .where(sql`failed_at is null`),
    index("job_failed_task_identifier_index").on(table.taskIdentifier, table.id).where(sql`failed_at is not null`),
    index().on(table.queueName, table.id).where(sql`queue_name is not null`),
  ],
);
