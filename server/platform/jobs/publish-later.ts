/** Content and settings that begin or end at a time: pages and responses, also those that a CDN stores, are rendered again then. */

import { publishChange } from "../database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { addJob } from "./add-job.ts";
import type { Task } from "./tasks.ts";

/** Topics of what can have a time. */
export type TimedTopic = "content" | "settings";

/** Clocks of instances differ by less: one that is behind would store once more what has ended. */
const CLOCKS_DIFFER_MS = 500;

/** Publishes the topic at these times; those that are past change nothing any more. */
export async function publishLater(
  trx: DatabaseOrTransaction,
  topic: TimedTopic,
  times: readonly (Date | null | undefined)[],
  now = new Date(),
): Promise<void> {
  for (const time of new Set(times.flatMap((at) => (at && at > now ? at.getTime() : [])))) {
    const runAt = new Date(time + CLOCKS_DIFFER_MS);
    // One for each time. If the time is changed, its job publishes once too often.
    await addJob(trx, "publish_topic", { topic }, { key: `publish_topic ${topic} ${runAt.toISOString()}`, runAt });
  }
}

/** The task that publishes a topic at its time. */
export function publishTopicTask(db: Database): Task<{ topic: TimedTopic }> {
  return {
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ topic }) {
      publishChange(db, topic);
      return null;
    },
  };
}
