import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import type { MediaLibrary, MediaSettings, StoredPicture } from "./media-library.ts";

export type ShownPicture = Pick<StoredPicture, "path" | "width">;

export interface WarmJob {
  settings: MediaSettings;
  pictures: ShownPicture[];
}

/** Reads the pictures that the shop shows, banners first. */
export async function listShownPictures(db: Database): Promise<ShownPicture[]> {
  const result = await db.execute(sql`
    select picture ->> 'path' as path, (picture ->> 'width')::int as width, min(place) as place from (
      select image as picture, 1 as place from banner
      union all select image, 2 from category where image is not null
      union all select image, 2 + position::int from product, jsonb_array_elements(images) with ordinality as listed(image, position)
      union all select image, 9 from content_page where image is not null
    ) as shown group by 1, 2 order by place, path`);
  return (result as unknown as { rows: ShownPicture[] }).rows.map(({ path, width }) => ({ path, width }));
}

/**
 * Makes missing scaled copies, so that no visitor waits for them, in a process of the lowest priority, which runs only while no request
 * needs the processor.
 * @param signal ends it early
 * @throws Error when the process fails
 */
export async function warmPictures(
  db: Database,
  media: MediaLibrary,
  { DATA_DIR, PICTURE_EFFORT }: MediaSettings,
  signal: AbortSignal,
): Promise<void> {
  const pictures = await listShownPictures(db);
  if (signal.aborted || (await media.hasCopies(pictures))) return;
  const child = fork(join(import.meta.dirname, "warm-process.ts"), {
    signal,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // While the process has a single thread: later threads inherit its priority.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.send({ settings: { DATA_DIR, PICTURE_EFFORT }, pictures } satisfies WarmJob);
  try {
    const [code] = await once(child, "exit");
    if (code !== 0 && !signal.aborted) throw new Error(`the process that makes pictures ahead ended with ${code}`);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
