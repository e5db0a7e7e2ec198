import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { MediaStore } from "./media-store.ts";

const CHUNK_BYTES = 256 * 1024;

/** A media store in a folder of this machine. */
export function createFolderStore(folder: string): MediaStore {
  /** @throws Error for a name that leads out of the folder */
  const fileOf = (name: string) => {
    const file = join(folder, name);
    if (!`${file}${sep}`.startsWith(join(folder, sep))) throw new Error(`"${name}" is not in the media folder`);
    return file;
  };
  return {
    async put(name, content) {
      const file = fileOf(name);
      await mkdir(dirname(file), { recursive: true });
      // Renamed when complete, so that readers never see half a file, even if the machine stops midway.
      const draft = join(dirname(file), `.${randomUUID()}.part`);
      try {
        await writeFile(draft, typeof content === "string" ? createReadStream(content) : content, { flush: true });
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async open(name, range) {
      const handle = await unlessAbsent(open(fileOf(name)));
      return handle?.createReadStream({ ...range, highWaterMark: CHUNK_BYTES }) ?? null;
    },
    async stat(name) {
      const found = await unlessAbsent(stat(fileOf(name)));
      return found?.isFile() ? { size: found.size } : null;
    },
    remove: (name) => rm(fileOf(name), { force: true }),
    async removeFolder(path) {
      const target = fileOf(path);
      // The folder itself may be a mount point.
      const entries = (await unlessAbsent(readdir(target))) ?? [];
      await Promise.all(entries.map((entry) => rm(join(target, entry), { recursive: true, force: true })));
    },
  };
}

async function unlessAbsent<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
