import type { FileHandle } from "node:fs/promises";
import { MAX_REVIEW_VIDEO_BYTES } from "../../../contract/limits.ts";
import { eraseBytes } from "./erase-bytes.ts";
import { eraseBox, findBoxes, type Mp4Box } from "./mp4-boxes.ts";

/** Boxes that may contain boxes with metadata. */
const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "stbl", "edts", "mvex", "moof", "traf", "mfra"]);
/** Boxes with metadata of cameras and editors, and free space, which may contain any leftovers. */
const METADATA = new Set(["udta", "meta", "uuid", "free", "skip", "wide", "XMP_"]);
/** The top-level boxes that players need. */
const TOP_LEVEL = new Set(["ftyp", "styp", "moov", "mdat", "moof", "mfra", "sidx", "ssix", "pdin"]);
/** Handlers of video and sound tracks. Other tracks are recorded data: location, motion, drone telemetry. */
const RETAINED_HANDLERS = new Set(["vide", "soun"]);
const MAX_DEPTH = 8;
/** Maximum size of a sample table in bytes: enough for hours. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024;

/**
 * Erases everything in an MP4 except video and sound: user data, metadata, free space, and other tracks with their samples. No offset
 * changes, so it plays as before.
 * @returns false if it could not find everything: then the file must not be stored
 */
export async function eraseMp4Metadata(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  const boxes = await findBoxes(handle, 0, size);
  if (!boxes) return false;
  const isFragmented = boxes.some(({ type }) => type === "moof");
  for (const movie of boxes.filter(({ type }) => type === "moov")) {
    for (const track of (await childBoxes(handle, movie)).filter(({ type }) => type === "trak")) {
      if (RETAINED_HANDLERS.has((await handlerOf(handle, track)) ?? "")) continue;
      // Fragments list their samples in another way, and no camera writes such tracks into them.
      if (isFragmented || !(await eraseSamples(handle, track, boxes, size))) return false;
      await eraseBox(handle, track);
    }
  }
  for (const box of boxes) {
    if (!TOP_LEVEL.has(box.type)) await eraseBox(handle, box);
    else if (!(await eraseIn(handle, box, 0))) return false;
  }
  return true;
}

async function eraseIn(handle: FileHandle, box: Mp4Box, depth: number): Promise<boolean> {
  if (!CONTAINERS.has(box.type)) return true;
  const inner = depth < MAX_DEPTH ? await findBoxes(handle, box.content, box.end) : null;
  if (!inner) return false;
  for (const part of inner) {
    if (METADATA.has(part.type)) await eraseBox(handle, part);
    else if (!(await eraseIn(handle, part, depth + 1))) return false;
  }
  return true;
}

/** The handler type of a track, such as `vide` or `soun`; null if it has none. */
export async function handlerOf(handle: FileHandle, track: Mp4Box): Promise<string | null> {
  const hdlr = await findPath(handle, track, ["mdia", "hdlr"]);
  if (!hdlr) return null;
  const bytes = Buffer.alloc(4);
  await handle.read(bytes, 0, 4, hdlr.content + 8);
  return bytes.toString("latin1");
}

/** Reads the boxes in a box; none if they do not fill it. */
export const childBoxes = async (handle: FileHandle, { content, end }: Mp4Box): Promise<Mp4Box[]> =>
  (await findBoxes(handle, content, end)) ?? [];

async function findPath(handle: FileHandle, from: Mp4Box, types: readonly string[]): Promise<Mp4Box | undefined> {
  let found: Mp4Box | undefined = from;
  for (const type of types) found = found && (await childBoxes(handle, found)).find((box) => box.type === type);
  return found;
}

/** Overwrites the samples of a track, chunk by chunk (ISO/IEC 14496-12, 8.7). @returns false if its tables are invalid */
async function eraseSamples(handle: FileHandle, track: Mp4Box, boxes: Mp4Box[], size: number): Promise<boolean> {
  const table = await findPath(handle, track, ["mdia", "minf", "stbl"]);
  if (!table) return true;
  const entries = await readTables(handle, table);
  if (!entries) return false;
  const { offsets, runs, sizeOf, sampleCount } = entries;
  let sample = 0;
  let erased = 0;
  let run = 0;
  for (const [index, offset] of offsets.entries()) {
    while (run + 1 < runs.length && (runs[run + 1] as ChunkRun).firstChunk <= index + 1) run += 1;
    const perChunk = runs[run]?.samplesPerChunk ?? 0;
    let length = 0;
    for (const end = Math.min(sampleCount, sample + perChunk); sample < end; sample++) length += sizeOf(sample);
    erased += length;
    const inData = boxes.some(
      ({ type, content, end }) => type === "mdat" && offset >= content && offset + length <= end,
    );
    if (!inData || erased > size) return false;
    await eraseBytes(handle, offset, offset + length);
  }
  return sample === sampleCount;
}

interface ChunkRun {
  firstChunk: number;
  /** Samples in each chunk from `firstChunk` on. */
  samplesPerChunk: number;
}

interface Tables {
  /** Offsets of the chunks in the file. */
  offsets: number[];
  runs: ChunkRun[];
  sampleCount: number;
  sizeOf: (sample: number) => number;
}

async function readTables(handle: FileHandle, table: Mp4Box): Promise<Tables | null> {
  const boxes = await childBoxes(handle, table);
  const read = async (type: string): Promise<Buffer | null> => {
    const box = boxes.find((inner) => inner.type === type);
    if (!box || box.end - box.content > MAX_TABLE_BYTES) return null;
    const bytes = Buffer.alloc(box.end - box.content);
    await handle.read(bytes, 0, bytes.length, box.content);
    return bytes;
  };
  const [stsc, stsz, stco, co64] = [await read("stsc"), await read("stsz"), await read("stco"), await read("co64")];
  if (!stsc || !stsz || !(stco ?? co64)) return null;
  try {
    const readEntries = <T>(bytes: Buffer, offset: number, width: number, readOne: (offset: number) => T): T[] => {
      const count = bytes.readUInt32BE(offset);
      if (count * width > bytes.length) throw new RangeError("more entries than there is room for");
      return Array.from({ length: count }, (_, index) => readOne(offset + 4 + index * width));
    };
    const runs = readEntries(stsc, 4, 12, (offset) => ({
      firstChunk: stsc.readUInt32BE(offset),
      samplesPerChunk: stsc.readUInt32BE(offset + 4),
    }));
    const offsets = stco
      ? readEntries(stco, 4, 4, (offset) => stco.readUInt32BE(offset))
      : readEntries(co64 as Buffer, 4, 8, (offset) => Number((co64 as Buffer).readBigUInt64BE(offset)));
    const fixedSize = stsz.readUInt32BE(4);
    const sampleCount = stsz.readUInt32BE(8);
    if (fixedSize === 0 && sampleCount * 4 + 12 > stsz.length) return null;
    // More samples than the largest video has bytes.
    if (sampleCount > MAX_REVIEW_VIDEO_BYTES) return null;
    return { offsets, runs, sampleCount, sizeOf: (index) => fixedSize || stsz.readUInt32BE(12 + index * 4) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
