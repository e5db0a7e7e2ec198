import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { wakeWorkers } from "../../platform/jobs/add-job.ts";
import type { TaskIdentifier } from "../../platform/jobs/tasks.ts";

/** Runs a recurring job now if its last run is older than `maxAgeMs`, or a condition holds. Called when somebody views its result. */
export async function runSooner(
  db: Database,
  task: TaskIdentifier,
  { everyMs, maxAgeMs, or }: { everyMs: number; maxAgeMs: number; or: SQL },
): Promise<void> {
  const moved = await rowsOf(
    db,
    {},
    sql`update job set run_at = now() where key = ${task} and locked_at is null and run_at > now()
      and (run_at < now() + ${`${everyMs - maxAgeMs} milliseconds`}::interval or ${or}) returning id`,
  );
  if (moved.length > 0) wakeWorkers(db);
}
