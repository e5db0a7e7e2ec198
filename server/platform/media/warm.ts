import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { type MediaLibrary, type MediaSettings, mediaSettingsOf, type StoredPicture } from "./media-library.ts";

export type ShownPicture = Pick<StoredPicture, "path" | "width">;

export interface WarmJob {
  settings: MediaSettings;
  pictures: ShownPicture[];
}

/**
 * Makes missing renditions, so that no visitor waits for them, in a process of the lowest priority, which runs only while no request
 * needs the processor.
 * @param signal ends it early
 * @throws Error when the process fails
 */
export async function warmPictures(
  media: MediaLibrary,
  pictures: ShownPicture[],
  settings: MediaSettings,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || (await media.hasRenditions(pictures))) return;
  const child = fork(join(import.meta.dirname, "warm-process.ts"), {
    signal,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // Set while the process has a single thread, because later threads inherit its priority.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.send({ settings: mediaSettingsOf(settings), pictures } satisfies WarmJob);
  try {
    const [code] = await once(child, "exit");
    if (code !== 0 && !signal.aborted) throw new Error(`the process that makes pictures ahead ended with ${code}`);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
