import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { Picture } from "../contract/pictures.ts";
import type { Extension } from "../server/media/paths.ts";
import type { MediaStore } from "../server/media/store.ts";

/** The demo shop's pictures: files below demo/media, described in media.json. */

const FOLDER = join(import.meta.dirname, "media");

/** Puts every picture that is not there yet into the store, and answers them by their path below demo/media. */
export async function storeDemoPictures(store: MediaStore): Promise<Map<string, Picture>> {
  const described: Picture[] = JSON.parse(await readFile(join(FOLDER, "media.json"), "utf8"));
  const stored = await Promise.all(
    described.map(
      async (picture) => [picture.path, { ...picture, path: await storePicture(store, picture.path) }] as const,
    ),
  );
  return new Map(stored);
}

async function storePicture(store: MediaStore, name: string): Promise<string> {
  return store.putOwn(
    dirname(name),
    basename(name),
    await readFile(join(FOLDER, name)),
    extname(name).slice(1) as Extension,
  );
}
