/** The demo shop's pictures: files below demo/media, described in media.json. */

import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import pLimit from "p-limit";
import type { Picture } from "../contract/pictures.ts";
import type { MediaLibrary } from "../server/platform/media/media-library.ts";
import type { Extension } from "../server/platform/media/paths.ts";

const FOLDER = join(import.meta.dirname, "media");
/** Each takes some file descriptors. */
const MAX_CONCURRENT = 8;

/** Stores all missing pictures; returns them by their path in demo/media. */
export async function storeDemoPictures(media: MediaLibrary): Promise<Map<string, Picture>> {
  const described: Picture[] = JSON.parse(await readFile(join(FOLDER, "media.json"), "utf8"));
  const stored = await pLimit(MAX_CONCURRENT).map(
    described,
    async (picture) => [picture.path, { ...picture, path: await storePicture(media, picture.path) }] as const,
  );
  return new Map(stored);
}

async function storePicture(media: MediaLibrary, name: string): Promise<string> {
  return media.putOwn(
    dirname(name),
    basename(name),
    await readFile(join(FOLDER, name)),
    extname(name).slice(1) as Extension,
  );
}
