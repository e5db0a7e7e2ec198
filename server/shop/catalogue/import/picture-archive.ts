/** Reads ZIP files of pictures. What they state is checked before anything is unpacked, and nothing is unpacked beyond it. */

import { type UnzipFileInfo, unzipSync } from "fflate";
import { MAX_IMPORT_PICTURES } from "../../../../contract/admin/imports.ts";
import { ApiError } from "../../../base/errors.ts";
import { MAX_PICTURE_BYTES } from "../../../platform/media/inspect-picture.ts";
import { cleanPath } from "./picture-names.ts";

/** Unpacked together. */
const BATCH_BYTES = 8 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 500 * 1024 * 1024;
/** More than any ZIP file of pictures has beside them: folders, and a second file for each picture by macOS. */
const MAX_ENTRIES = 4 * MAX_IMPORT_PICTURES;
/** Stored, deflated. */
const METHODS = [0, 8];
const MB = 1024 * 1024;

export interface ArchivedPicture {
  /** Its path in the ZIP file, with "/" between folders. */
  name: string;
  content: Uint8Array;
}

interface Entry {
  /** The number of its place in the directory. */
  at: number;
  name: string;
  bytes: number;
}

export const isZip = (content: Uint8Array): boolean =>
  content[0] === 0x50 && content[1] === 0x4b && [0x03, 0x05].includes(content[2] ?? 0);

/**
 * Lists what a ZIP file says that it holds, and unpacks it in batches while it is iterated over.
 * @throws ApiError (413, 422) before anything is unpacked, if it is no ZIP file or holds too much; (422) for a damaged entry
 */
export function readArchive(zip: Uint8Array): { count: number; bytes: number; batches: Iterable<ArchivedPicture[]> } {
  const entries = listEntries(zip);
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (entries.length === 0) throw ofFile("There is no picture in this ZIP file.");
  if (entries.length > MAX_IMPORT_PICTURES)
    throw tooLarge(`A ZIP file can have up to ${MAX_IMPORT_PICTURES} pictures. Please split it.`);
  if (bytes > MAX_UNPACKED_BYTES)
    throw tooLarge(`A ZIP file can unpack to up to ${MAX_UNPACKED_BYTES / MB} MB. Please split it.`);
  return { count: entries.length, bytes, batches: unpack(zip, entries) };
}

function listEntries(zip: Uint8Array): Entry[] {
  const entries: Entry[] = [];
  let at = -1;
  try {
    unzipSync(zip, {
      filter: (info) => {
        at += 1;
        if (at >= MAX_ENTRIES) throw tooLarge(`A ZIP file can have up to ${MAX_ENTRIES} entries. Please split it.`);
        const name = nameOf(info);
        if (name !== null) entries.push({ at, name, bytes: sizeOf(info, name) });
        return false;
      },
    });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw damaged();
  }
  return entries;
}

function sizeOf({ size, originalSize, compression }: UnzipFileInfo, name: string): number {
  if (!METHODS.includes(compression))
    throw ofFile(
      `“${name}” is packed in a way that only some programs read. Please make the ZIP file with the system’s own program.`,
    );
  if (compression === 0 && size !== originalSize) throw damaged();
  if (!(originalSize >= 0 && originalSize <= MAX_PICTURE_BYTES))
    throw tooLarge(`“${name}” unpacks to more than ${MAX_PICTURE_BYTES / MB} MB. Please make it smaller.`);
  return originalSize;
}

function* unpack(zip: Uint8Array, entries: readonly Entry[]): Generator<ArchivedPicture[]> {
  for (let from = 0; from < entries.length; ) {
    const batch: Entry[] = [];
    for (let bytes = 0; from < entries.length && (batch.length === 0 || bytes < BATCH_BYTES); from += 1) {
      const entry = entries[from] as Entry;
      batch.push(entry);
      bytes += entry.bytes;
    }
    yield unpackTogether(zip, batch);
  }
}

/** Each name is unpacked once: of two entries of one name the last counts, as for every program. */
function unpackTogether(zip: Uint8Array, batch: readonly Entry[]): ArchivedPicture[] {
  const wanted = new Map(batch.map((entry) => [entry.at, entry]));
  const raw = new Map<string, Entry>();
  let at = -1;
  try {
    const unpacked = unzipSync(zip, {
      filter: ({ name }) => {
        at += 1;
        const entry = wanted.get(at);
        if (entry) raw.set(name, entry);
        return entry !== undefined;
      },
    });
    return [...raw].map(([name, entry]) => ({ name: entry.name, content: unpacked[name] as Uint8Array }));
  } catch {
    const names = batch.map(({ name }) => `“${name}”`);
    const first = names.length > 1 ? `${names[0]} or one of ${names.length - 1} after it` : names[0];
    throw ofFile(
      `${first} can’t be unpacked: it is damaged, or the ZIP file has a password. Please make the ZIP file again, without one.`,
    );
  }
}

/** What systems put beside the pictures. */
const OF_A_SYSTEM = /(^|\/)(__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)/i;

/** @returns the path of a picture; null for a folder, and for what a system has added */
function nameOf({ name, originalSize }: UnzipFileInfo): string | null {
  if (/[/\\]$/.test(name) && !(originalSize > 0)) return null;
  const path = cleanPath(decodeName(name));
  return path === "" || OF_A_SYSTEM.test(path) ? null : path;
}

/** macOS writes UTF-8 without saying so, which the library then reads as Latin-1. */
function decodeName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of one byte
  if (!/^[\u0000-\u00ff]*$/.test(name)) return name;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(name, "latin1"));
  } catch {
    return name;
  }
}

const damaged = () => ofFile("This ZIP file can’t be read: it is cut off or damaged. Please make it again.");
const ofFile = (message: string) => ApiError.ofField("file", message);
const tooLarge = (message: string) => ApiError.ofField("file", message, "payload_too_large");
