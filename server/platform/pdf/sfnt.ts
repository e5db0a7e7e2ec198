/** Sizes of the header and of an entry of the table directory, in bytes. */
const HEADER = 12;
const ENTRY = 16;

export interface FontTable {
  tag: string;
  content: Uint8Array;
}

/** Writes a TrueType font of these tables, sorted by tag (OpenType, "Organization of an OpenType Font"). Its checksums stay 0, since renderers ignore them. */
export function writeSfnt(tables: readonly FontTable[]): Buffer {
  const count = tables.length;
  const directory = Buffer.alloc(HEADER + count * ENTRY);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(count, 4);
  // The search fields follow from the count.
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(2 ** power * ENTRY, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(count * ENTRY - 2 ** power * ENTRY, 10);
  const parts: Uint8Array[] = [directory];
  let offset = directory.length;
  tables.forEach(({ tag, content }, at) => {
    const entry = HEADER + at * ENTRY;
    directory.write(tag, entry, "latin1");
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(content.length, entry + 12);
    const padding = Buffer.alloc((4 - (content.length % 4)) % 4);
    parts.push(content, padding);
    offset += content.length + padding.length;
  });
  return Buffer.concat(parts);
}
