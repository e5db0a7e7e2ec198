import { type FileHandle, open } from "node:fs/promises";
import { findBoxes } from "./mp4-boxes.ts";
import { eraseMp4Metadata, handlerOf, within } from "./mp4-metadata.ts";
import { eraseWebmMetadata } from "./webm-metadata.ts";

/** Recognises videos by their content, and removes what they reveal about their authors. */

/** Brands of MP4. QuickTime (`qt  `), sounds and pictures have the same structure (ISO/IEC 14496-12) and other brands. */
const MP4_BRANDS = /^(isom|iso[2-9a]|mp4[12]|avc1|M4V |MSNV|dash|3gp[456])$/;
const PICTURE_BRANDS = /^(avif|avis|mif1|msf1|hei.|hev.)$/;
const OTHER_BRANDS = /^(qt {2}|M4A |M4B )$/;
/** Ids of the EBML header, its document type, and the segment with a WebM's tracks and frames. */
const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
/** More than the longest header of either format. */
const HEAD_BYTES = 4096;

export type VideoKind = "mp4" | "webm";

/** The kind of a complete video that browsers play; `unplayable` for other or incomplete videos, null for other files. */
export async function kindOfVideo(file: string): Promise<VideoKind | "unplayable" | null> {
  const handle = await open(file, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    const read = head.subarray(0, bytesRead);
    if (read.toString("latin1", 4, 8) === "ftyp") {
      if (PICTURE_BRANDS.test(read.toString("latin1", 8, 12))) return null;
      return isMp4(read) && (await hasPictures(handle)) ? "mp4" : "unplayable";
    }
    if (read.length < 4 || read.readUInt32BE(0) !== EBML) return null;
    return isWebm(read) ? "webm" : "unplayable";
  } finally {
    await handle.close();
  }
}

/**
 * Erases everything in a video but frames and sound, above all the place where it was filmed. Nothing moves, so it plays as before.
 * @returns false when it could not find all of it: then the file must not be stored
 */
export async function eraseMetadata(file: string, kind: VideoKind): Promise<boolean> {
  const handle = await open(file, "r+");
  try {
    return await (kind === "mp4" ? eraseMp4Metadata(handle) : eraseWebmMetadata(handle));
  } finally {
    await handle.close();
  }
}

function isMp4(head: Buffer): boolean {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const major = head.toString("latin1", 8, 12);
  if (OTHER_BRANDS.test(major)) return false;
  for (let at = 8; at + 4 <= end; at += 4)
    // A version separates the major brand from the compatible ones.
    if (at !== 12 && MP4_BRANDS.test(head.toString("latin1", at, at + 4))) return true;
  return false;
}

/** Whether there is a video track, and the boxes fill the file exactly. */
async function hasPictures(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  const boxes = await findBoxes(handle, 0, size);
  const movie = boxes?.find(({ type }) => type === "moov");
  if (!movie) return false;
  for (const track of (await within(handle, movie)).filter(({ type }) => type === "trak"))
    if ((await handlerOf(handle, track)) === "vide") return true;
  return false;
}

function isWebm(head: Buffer): boolean {
  const header = readElement(head, 0);
  if (!header || header.end > head.length) return false;
  let isWebmType = false;
  for (let at = header.content; at < header.end; ) {
    const element = readElement(head, at);
    if (!element || element.end > header.end) return false;
    if (element.id === DOC_TYPE)
      isWebmType = head.toString("latin1", element.content, element.end).replace(/\0+$/, "") === "webm";
    at = element.end;
  }
  return isWebmType && readElement(head, header.end)?.id === SEGMENT;
}

/** Reads the EBML element at an offset (RFC 8794); null when there is none. */
function readElement(bytes: Buffer, at: number): { id: number; content: number; end: number } | null {
  const idLength = vintLength(bytes[at]);
  const sizeAt = at + idLength;
  const sizeLength = vintLength(bytes[sizeAt]);
  if (idLength === 0 || idLength > 4 || sizeLength === 0 || sizeAt + sizeLength > bytes.length) return null;
  let size = (bytes[sizeAt] as number) & (0xff >> sizeLength);
  for (let index = 1; index < sizeLength; index++) size = size * 256 + (bytes[sizeAt + index] as number);
  const content = sizeAt + sizeLength;
  return { id: bytes.readUIntBE(at, idLength), content, end: content + size };
}

/** Length of a variable-length number in bytes, by its first byte; 0 when none begins. */
const vintLength = (first: number | undefined): number => (first ? Math.clz32(first) - 23 : 0);
