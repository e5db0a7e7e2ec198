/** Reads the boxes of an MP4 file (ISO/IEC 14496-12, 4.2). */

import type { FileHandle } from "node:fs/promises";
import { eraseBytes } from "./erase-bytes.ts";

export interface Mp4Box {
  type: string;
  /** Offsets in the file: where the box starts, its content starts, and it ends. */
  start: number;
  content: number;
  end: number;
}

/** More boxes than a video of the allowed size has, and few enough to read quickly. */
const MAX_BOXES = 20_000;

/** Reads the boxes between two offsets; null when they do not fill the range exactly. */
export async function findBoxes(handle: FileHandle, from: number, to: number): Promise<Mp4Box[] | null> {
  const boxes: Mp4Box[] = [];
  const header = Buffer.alloc(16);
  for (let start = from; start < to; ) {
    const { bytesRead } = await handle.read(header, 0, 16, start);
    if (bytesRead < 8 || boxes.length >= MAX_BOXES) return null;
    const short = header.readUInt32BE(0);
    // 1: a 64-bit length follows the type. 0: the box extends to the end of the file.
    const long = short === 1;
    if (long && bytesRead < 16) return null;
    const size = short === 0 ? to - start : long ? Number(header.readBigUInt64BE(8)) : short;
    const headerSize = long ? 16 : 8;
    if (size < headerSize || start + size > to) return null;
    boxes.push({ type: header.toString("latin1", 4, 8), start, content: start + headerSize, end: start + size });
    start += size;
  }
  return boxes;
}

/** Turns a box into free space of the same length, and overwrites its content. */
export async function eraseBox(handle: FileHandle, { start, content, end }: Mp4Box): Promise<void> {
  await handle.write("free", start + 4, "latin1");
  await eraseBytes(handle, content, end);
}
