import type { FileHandle } from "node:fs/promises";

const ERASED_AT_ONCE = 64 * 1024;

/** Overwrites a part of the file with zeros. */
export async function eraseBytes(handle: FileHandle, from: number, to: number): Promise<void> {
  const zeros = Buffer.alloc(Math.min(ERASED_AT_ONCE, Math.max(0, to - from)));
  for (let at = from; at < to; at += ERASED_AT_ONCE)
    await handle.write(zeros, 0, Math.min(ERASED_AT_ONCE, to - at), at);
}
