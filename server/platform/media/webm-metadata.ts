/** Ids of elements (Matroska, RFC 9559). */

import type { FileHandle } from "node:fs/promises";
import { EBML, type Element, eraseElement, readElement, SEGMENT, VOID } from "./webm-elements.ts";

const TRACK_TYPE = 0x83;
/** Elements that may contain metadata: segment, info, tracks, track, cluster. */
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const CLUSTER = 0x1f43b675;
const CONTAINERS = new Set([SEGMENT, INFO, TRACKS, TRACK]);
/**
 * Tags, attachments, chapters, title and file name, the track's name, free space, which may contain any leftovers, and the checksum of the
 * erased elements' parent.
 */
const METADATA = new Set([0x1254c367, 0x1941a469, 0x1043a770, 0x7ba9, 0x7384, 0x536e, VOID, 0xbf]);
/** Retained track types: video and sound. */
const SHOWN = new Set([1, 2]);
/** More elements than a video of the allowed size has: two for each of its blocks. */
const MAX_ELEMENTS = 200_000;

/**
 * Erases everything in a WebM except video and sound. No offset changes, so it plays as before.
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

async function readNumber(handle: FileHandle, { content, end }: Element): Promise<number> {
  const bytes = Buffer.alloc(Math.min(4, end - content));
  await handle.read(bytes, 0, bytes.length, content);
  return bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length);
}
