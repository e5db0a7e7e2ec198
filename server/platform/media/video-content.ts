/** Recognises videos by their content, and removes what they reveal about their authors. */

import { type FileHandle, open } from "node:fs/promises";
import { findBoxes } from "./mp4-boxes.ts";
import { childBoxes, eraseMp4Metadata, handlerOf } from "./mp4-metadata.ts";
import { EBML, readElement, SEGMENT } from "./webm-elements.ts";
import { eraseWebmMetadata } from "./webm-metadata.ts";

/** Brands of MP4. QuickTime (`qt  `), sounds and pictures have the same structure (ISO/IEC 14496-12) and other brands. */
const MP4_BRANDS = /^(isom|iso[2-9a]|mp4[12]|avc1|M4V |MSNV|dash|3gp[456])$/;
const PICTURE_BRANDS = /^(avif|avis|mif1|msf1|hei.|hev.)$/;
const OTHER_BRANDS = /^(qt {2}|M4A |M4B )$/;
/** The id of the document type in the header of a WebM. */
const DOC_TYPE = 0x4282;
/** More bytes than the longest header of either format. */
const HEAD_BYTES = 4096;

export type VideoKind = "mp4" | "webm";

/** Recognises a complete video that browsers play; `unplayable` for other or incomplete videos, null for other files. */
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
    return (await isWebm(handle)) ? "webm" : "unplayable";
  } finally {
    await handle.close();
  }
}

/**
 * Erases everything in a video except frames and sound, above all where it was filmed. No offset changes, so it plays as before.
 * @returns false when it could not find everything: then the file must not be stored
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
  for (const track of (await childBoxes(handle, movie)).filter(({ type }) => type === "trak"))
    if ((await handlerOf(handle, track)) === "vide") return true;
  return false;
}

async function isWebm(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  const header = await readElement(handle, 0, size);
  if (!header || header.end > HEAD_BYTES) return false;
  let type = "";
  for (let at = header.content; at < header.end; ) {
    const element = await readElement(handle, at, header.end);
    if (!element) return false;
    const content = Buffer.alloc(element.end - element.content);
    await handle.read(content, 0, content.length, element.content);
    if (element.id === DOC_TYPE) type = content.toString("latin1").replace(/\0+$/, "");
    at = element.end;
  }
  return type === "webm" && (await readElement(handle, header.end, size))?.id === SEGMENT;
}
