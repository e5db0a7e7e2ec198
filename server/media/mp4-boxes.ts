import type { FileHandle } from "node:fs/promises";
import { eraseBytes } from "./erase-bytes.ts";

/** The boxes that an MP4 file is made of (ISO/IEC 14496-12, 4.2). */

export interface Mp4Box {
  type: string;
  /** Where it begins, where what it holds begins, and where it ends, in bytes from the beginning of the file. */
  start: number;
  content: number;
  end: number;
}

/** More than a film of the size that is taken has, and few enough to be read in a moment. */
const MAX_BOXES = 20_000;

/** The boxes one after the other between two places; null when they do not fill the room exactly. */
export async function findBoxes(handle: FileHandle, from: number, to: number): Promise<Mp4Box[] | null> {
  const boxes: Mp4Box[] = [];
  const header = Buffer.alloc(16);
  for (let start = from; start < to; ) {
    const { bytesRead } = await handle.read(header, 0, 16, start);
    if (bytesRead < 8 || boxes.length >= MAX_BOXES) return null;
    const short = header.readUInt32BE(0);
    // 1: the length stands in 64 bits behind the type; 0: the box goes on to the end.
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

/** Makes a box one of free space of the same length, and overwrites what it held. */
export async function eraseBox(handle: FileHandle, { start, content, end }: Mp4Box): Promise<void> {
  await handle.write("free", start + 4, "latin1");
  await eraseBytes(handle, content, end);
}
