import type { FileHandle } from "node:fs/promises";
import { eraseBytes } from "./erase-bytes.ts";

/** Ids of elements in a WebM file (RFC 8794, Matroska: RFC 9559). */

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const TRACK_TYPE = 0x83;
const VOID = 0xec;
/** Elements that contain metadata: segment, info, tracks, track, cluster. */
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const CLUSTER = 0x1f43b675;
const CONTAINERS = new Set([SEGMENT, INFO, TRACKS, TRACK]);
/**
 * Tags, attachments, chapters, title and file name, the track's name, free space, which may contain remains of anything, and the checksum
 * of the erased elements' parent.
 */
const METADATA = new Set([0x1254c367, 0x1941a469, 0x1043a770, 0x7ba9, 0x7384, 0x536e, VOID, 0xbf]);
/** Track types: video and sound. */
const SHOWN = new Set([1, 2]);
/** More than a video of the allowed size has: two for each of its blocks. */
const MAX_ELEMENTS = 200_000;

interface Element {
  id: number;
  start: number;
  content: number;
  /** The end of the file for an element of unknown size, which recorders write. */
  end: number;
  hasSize: boolean;
}

/**
 * Erases everything in a WebM but video and sound. Nothing moves, so it plays as before.
 * @returns false when it is incomplete or has other tracks: then the file must not be stored
 */
export async function eraseWebmMetadata(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  let count = 0;
  let hasSegment = false;
  for (let at = 0; at < size; ) {
    count += 1;
    const element = await readElement(handle, at, size);
    if (!element || count > MAX_ELEMENTS) return false;
    const { id, content, end, hasSize } = element;
    if (at === 0 ? id !== EBML : !hasSize && id !== SEGMENT && id !== CLUSTER) return false;
    if (id === SEGMENT) hasSegment = true;
    if (id === TRACK_TYPE && !SHOWN.has(await readNumber(handle, element))) return false;
    if (METADATA.has(id)) await eraseElement(handle, element);
    // Visits the elements of a cluster of unknown size until the next cluster begins.
    at = CONTAINERS.has(id) || (id === CLUSTER && !hasSize) ? content : end;
  }
  return hasSegment;
}

async function readElement(handle: FileHandle, start: number, size: number): Promise<Element | null> {
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

async function readNumber(handle: FileHandle, { content, end }: Element): Promise<number> {
  const bytes = Buffer.alloc(Math.min(4, end - content));
  await handle.read(bytes, 0, bytes.length, content);
  return bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length);
}

/** Turns an element into free space of the same length, and overwrites its content. */
async function eraseElement(handle: FileHandle, { start, end }: Element): Promise<void> {
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

/** Length of a variable-length number in bytes, by its first byte; 0 when none begins. */
const lengthOfNumber = (first: number | undefined): number => (first ? Math.clz32(first) - 23 : 0);
