import { inflateSync } from "node:zlib";

/** Sizes of the headers and table directory entries of a WOFF file and of the font within it, in bytes. */
const WOFF = { header: 44, entry: 20 };
const SFNT = { header: 12, entry: 16 };

/**
 * Unpacks a font in the Web Open Font Format 1.0 (W3C, 2012). fontkit reads the packed form too, but inflates a table at every access,
 * which takes seconds instead of milliseconds.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("this is no WOFF file");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = WOFF.header + at * WOFF.entry;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const content = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      content: packed < length ? inflateSync(content) : content,
    };
  });

  const directory = Buffer.alloc(SFNT.header + count * SFNT.entry);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  // The search fields follow from the count (OpenType, "Table directory").
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(2 ** power * SFNT.entry, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(count * SFNT.entry - 2 ** power * SFNT.entry, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  tables.forEach(({ tag, checksum, content }, at) => {
    const entry = SFNT.header + at * SFNT.entry;
    tag.copy(directory, entry);
    directory.writeUInt32BE(checksum, entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(content.length, entry + 12);
    const padding = Buffer.alloc((4 - (content.length % 4)) % 4);
    parts.push(content, padding);
    offset += content.length + padding.length;
  });
  return Buffer.concat(parts);
}
