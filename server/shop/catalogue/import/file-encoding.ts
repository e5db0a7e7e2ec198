/** In which encoding a table from outside is written: spreadsheets and old programs write others than UTF-8. */

import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

/** The names by which `TextDecoder` knows them. */
export type FileEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** In which UTF-16 shows by its headings. */
const HEAD_BYTES = 1024;
/** What a text in Windows-1252 has not. Bytes that mean nothing in it are decoded as control characters, too. */
const NO_TEXT = /(?![\t\n\v\f\r])\p{Cc}/u;
/** A line that ends by a carriage return alone: an old Mac wrote it, whose letters with accents are other bytes. */
const MAC_LINE = /\r[^\r\n]/;

/** Reads the beginning of a file. @throws the file system's error */
export async function readHead(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Finds the encoding of a file: its byte order mark says it; without one, zero bytes beside the letters of its headings are UTF-16, and what
 * is no UTF-8 is Windows-1252 if it can be. UTF-8 that is damaged, and what is no text, counts as UTF-8, so that it is refused.
 * @throws the file system's error
 */
export async function findEncoding(file: string): Promise<FileEncoding> {
  const head = await readHead(file, HEAD_BYTES);
  const begins = head.toString("latin1", 0, 3);
  if (begins === "\xef\xbb\xbf") return "utf-8";
  if (begins.startsWith("\xff\xfe")) return "utf-16le";
  if (begins.startsWith("\xfe\xff")) return "utf-16be";
  const zeros = [0, 1].map((first) => head.filter((byte, at) => byte === 0 && at % 2 === first).length);
  const [high = 0, low = 0] = zeros;
  if (low === 0 && high > head.length / 4 && high < head.length) return "utf-16be";
  if (high === 0 && low > head.length / 4) return "utf-16le";
  return (await isUtf8File(file)) || !(await isWindows1252(file)) ? "utf-8" : "windows-1252";
}

async function isUtf8File(file: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of createReadStream(file))
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      return false;
    }
  try {
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Whether a file that is no UTF-8 may be Windows-1252. One with more characters of UTF-8 than other bytes is UTF-8 that was damaged. */
async function isWindows1252(file: string): Promise<boolean> {
  const utf8 = new TextDecoder();
  const windows = new TextDecoder("windows-1252");
  let characters = 0;
  let others = 0;
  let before = "";
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const text = before + windows.decode(chunk);
    if (NO_TEXT.test(text) || MAC_LINE.test(text)) return false;
    before = text.slice(-1);
    const read = utf8.decode(chunk, { stream: true });
    others += read.match(/\uFFFD/g)?.length ?? 0;
    characters += read.match(/(?!\uFFFD)\P{ASCII}/gu)?.length ?? 0;
  }
  return characters <= others;
}

/** Says what is uncertain about the encoding of a file whose texts are stored. @returns "" if nothing is. @throws the file system's error */
export const remarkOnEncoding = async (file: string): Promise<string> =>
  (await findEncoding(file)) === "windows-1252"
    ? "The file isn’t UTF-8; it was read as Windows-1252. Check names with accents."
    : "";

/** Whether the letters of a cell are lost: a program wrote a question mark for each that its encoding lacks, such as of an Indian script. */
export function hasLostLetters(cell: string): boolean {
  const marks = cell.split("?").length - 1;
  return marks >= 3 && marks * 2 > cell.replace(/\s/g, "").length;
}
