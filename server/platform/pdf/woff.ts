import { inflateSync } from "node:zlib";
import { type FontTable, writeSfnt } from "./sfnt.ts";

/** Sizes of the header and of an entry of the table directory, in bytes. */
const HEADER = 44;
const ENTRY = 20;

/** Unpacks a font in the Web Open Font Format 1.0 (W3C, 2012). HarfBuzz reads the packed form, too, as a font without glyphs. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("this is no WOFF file");
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, at): FontTable => {
    const entry = HEADER + at * ENTRY;
    const offset = woff.readUInt32BE(entry + 4);
    const packed = woff.readUInt32BE(entry + 8);
    const content = woff.subarray(offset, offset + packed);
    return {
      tag: woff.toString("latin1", entry, entry + 4),
      content: packed < woff.readUInt32BE(entry + 12) ? inflateSync(content) : content,
    };
  });
  return writeSfnt(tables);
}
