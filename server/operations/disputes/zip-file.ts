/** Writes ZIP files (APPNOTE 6.3) with uncompressed entries, because PDFs are already compressed. */

import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** The file name, in ASCII. */
  name: string;
  content: Buffer;
}

/** Header and directory entry share most fields. */
const VERSION = 20;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

export function zipFile(entries: readonly ZipEntry[], at: Date): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const common = commonFields(content, Buffer.byteLength(name), at);
    const local = Buffer.concat([uint32(LOCAL), common, uint16(0), Buffer.from(name)]);
    // Extra field, comment, disk, attributes.
    const rest = Buffer.concat([uint16(0), uint16(0), uint16(0), uint16(0), uint32(0), uint32(offset)]);
    directory.push(Buffer.concat([uint32(CENTRAL), uint16(VERSION), common, rest, Buffer.from(name)]));
    parts.push(local, content);
    offset += local.length + content.length;
  }
  const central = Buffer.concat(directory);
  const count = uint16(entries.length);
  const end = [uint32(END), uint16(0), uint16(0), count, count, uint32(central.length), uint32(offset), uint16(0)];
  return Buffer.concat([...parts, central, ...end]);
}

function commonFields(content: Buffer, nameLength: number, at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  // Flags, method 0: stored.
  const head = [uint16(VERSION), uint16(0), uint16(0), uint16(time), uint16(day)];
  return Buffer.concat([
    ...head,
    uint32(crc32(content)),
    uint32(content.length),
    uint32(content.length),
    uint16(nameLength),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
