import type { DatabaseOrTransaction } from "../database/database.ts";
import { addJob } from "../jobs/add-job.ts";
import type { Task, TaskPayloads } from "../jobs/tasks.ts";
import type { MediaLibrary } from "./media-library.ts";

/**
 * Removes pictures, with their renditions, and videos once the caller's transaction has committed. Uses jobs, so that files are removed
 * even if the process ends or the object store is unavailable meanwhile.
 */
export async function queueRemoval(trx: DatabaseOrTransaction, paths: readonly string[]): Promise<void> {
  for (const path of paths) await addJob(trx, "remove_media", { path });
}

export function removeMediaTask(media: MediaLibrary): Task<TaskPayloads["remove_media"]> {
  return {
    concurrency: 4,
    // About a day, for a long outage of the object store.
    maxAttempts: 60,
    async run({ path }) {
      await media.remove(path);
      return null;
    },
  };
}
