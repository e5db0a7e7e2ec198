import type { Database } from "../../platform/database/database.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import type { Task, TaskPayloads } from "../../platform/jobs/tasks.ts";
import type { MediaLibrary, MediaSettings } from "../../platform/media/media-library.ts";
import { warmPictures } from "../../platform/media/warm.ts";
import { listShownPictures } from "./shown-pictures.ts";

/** Shorter than the lease of a job (jobs/queue.ts). After it, the job continues from its cursor, on any instance. */
const RUN_MS = 60_000;

interface WarmDeps {
  db: Database;
  media: MediaLibrary;
  settings: MediaSettings & { WARM_PICTURES: boolean };
}

/** Makes the missing renditions of all shown pictures. There is one job for all instances, so that each rendition is made once. */
export function warmPicturesTask({ db, media, settings }: WarmDeps): Task<TaskPayloads["warm_pictures"]> {
  return {
    concurrency: settings.WARM_PICTURES ? 1 : 0,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run(from, { stopping }) {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(RUN_MS)]);
      let position: typeof from | null = from;
      for await (const { pictures, next } of listShownPictures(db, from)) {
        await warmPictures(media, pictures, settings, signal);
        if (signal.aborted) break;
        position = next;
      }
      if (position) await addJob(db, "warm_pictures", position, { key: "warm_pictures" });
      return null;
    },
  };
}
