/** The elements of a WebM file (EBML, RFC 8794). */

import type { FileHandle } from "node:fs/promises";
import { eraseBytes } from "./erase-bytes.ts";

/** The header at the beginning of every file. */
export const EBML = 0x1a45dfa3;
/** The element with tracks and frames. */
export const SEGMENT = 0x18538067;
/** Free space. */
export const VOID = 0xec;

export interface Element {
  id: number;
  start: number;
  content: number;
  /** The end; for an element of unknown size, which recorders write, that of the file. */
  end: number;
  hasSize: boolean;
}

/** Reads the element at an offset; null when there is none, or it is longer than the file. */
export async function readElement(handle: FileHandle, start: number, size: number): Promise<Element | null> {
  const head = Buffer.alloc(12);
  const { bytesRead } = await handle.read(head, 0, 12, start);
  const idLength = lengthOfNumber(head[0]);
  const sizeLength = lengthOfNumber(head[idLength]);
  if (idLength === 0 || idLength > 4 || sizeLength === 0 || idLength + sizeLength > bytesRead) return null;
  const marker = 0xff >> sizeLength;
  let length = (head[idLength] as number) & marker;
  let isUnknown = length === marker;
  for (let index = 1; index < sizeLength; index++) {
    const byte = head[idLength + index] as number;
    length = length * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  const content = start + idLength + sizeLength;
  const end = isUnknown ? size : content + length;
  return end > size ? null : { id: head.readUIntBE(0, idLength), start, content, end, hasSize: !isUnknown };
}

/** Turns an element into free space of the same length, and overwrites its content. */
export async function eraseElement(handle: FileHandle, { start, end }: Element): Promise<void> {
  const length = end - start;
  const head = Buffer.alloc(length < 9 ? 2 : 9);
  head[0] = VOID;
  if (length < 9) head[1] = 0x80 | (length - 2);
  else {
    head[1] = 0x01;
    head.writeUIntBE(length - 9, 3, 6);
  }
  await handle.write(head, 0, head.length, start);
  await eraseBytes(handle, start + head.length, end);
}

/** Returns the length of a variable-length number in bytes, from its first byte; 0 when none begins. */
const lengthOfNumber = (first: number | undefined): number => (first ? Math.clz32(first) - 23 : 0);
