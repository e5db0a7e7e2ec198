import type { FileHandle } from "node:fs/promises";
import { eraseBytes } from "./erase-bytes.ts";

/** What a WebM file is made of: elements (RFC 8794), here those of Matroska (RFC 9559) that matter. */

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const TRACK_TYPE = 0x83;
const VOID = 0xec;
/** Elements that hold others, on the way to those below: segment, info, tracks, track, cluster. */
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const CLUSTER = 0x1f43b675;
const CONTAINERS = new Set([SEGMENT, INFO, TRACKS, TRACK]);
/**
 * Tags, attachments, chapters, the film's title and file name, the track's name, and free space, in which anything may be left; and the
 * checksum of what they stood in.
 */
const METADATA = new Set([0x1254c367, 0x1941a469, 0x1043a770, 0x7ba9, 0x7384, 0x536e, VOID, 0xbf]);
/** Types of tracks: pictures and sound. */
const SHOWN = new Set([1, 2]);
/** More than a film of the size that is taken has: two for each of its blocks. */
const MAX_ELEMENTS = 200_000;

interface Element {
  id: number;
  start: number;
  content: number;
  /** Of one whose size is not known, as recorders write it, the end of the file. */
  end: number;
  hasSize: boolean;
}

/**
 * Erases whatever a WebM holds beside pictures and sound. Nothing moves, so it plays as before.
 * @returns false when it is not whole or has tracks of anything else: then the file must not be kept
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
    // What is in a cluster of unknown size is walked through until the next one begins.
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

/** Makes an element one of free space of the same length, and overwrites what it held. */
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

/** How many bytes a number of variable length takes, by its first; 0 where none begins. */
const lengthOfNumber = (first: number | undefined): number => (first ? Math.clz32(first) - 23 : 0);
