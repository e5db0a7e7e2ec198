/** Writes ZIP files as the programs of different systems do. */

import { crc32, deflateRawSync } from "node:zlib";

export interface ZipStyle {
  /** The general purpose flags of an entry; bit 11 says that its name is UTF-8. */
  flags(name: string): number;
  isDeflated: boolean;
  /** Whether the sizes of an entry stand after its content, not before it. */
  describesAfter: boolean;
  extra: Buffer;
  nameOf(name: string): string;
  /** Entries of the system itself. */
  beside(names: readonly string[]): [name: string, content: Buffer][];
}

const isAscii = (name: string) => Buffer.byteLength(name) === name.length;
const foldersOf = (names: readonly string[]): [string, Buffer][] => {
  const folders = names.flatMap((name) =>
    name
      .split("/")
      .slice(0, -1)
      .map((_, at, all) => all.slice(0, at + 1).join("/")),
  );
  return [...new Set(folders)].map((folder) => [`${folder}/`, Buffer.alloc(0)]);
};

/** “Compress” of the Finder: names are decomposed and not marked as UTF-8, sizes follow, each file has a second one. */
export const MACOS: ZipStyle = {
  flags: () => 0x0008,
  isDeflated: true,
  describesAfter: true,
  extra: Buffer.alloc(0),
  nameOf: (name) => name.normalize("NFD"),
  beside: (names) => [
    ...foldersOf(names),
    [".DS_Store", Buffer.from("Bud1")],
    ...names.map((name): [string, Buffer] => [
      `__MACOSX/${name.replace(/[^/]*$/, (file) => `._${file}`)}`,
      Buffer.from("00051607", "hex"),
    ]),
  ],
};

/** “Send to compressed folder” of Windows. */
export const WINDOWS: ZipStyle = {
  flags: (name) => (isAscii(name) ? 0 : 0x0800),
  isDeflated: true,
  describesAfter: false,
  extra: Buffer.alloc(0),
  nameOf: (name) => name,
  beside: () => [["Thumbs.db", Buffer.from("thumbs")]],
};

/** Old programs for Windows write the folders of a name as paths of Windows. */
export const OLD_WINDOWS: ZipStyle = { ...WINDOWS, nameOf: (name) => name.replaceAll("/", "\\"), beside: () => [] };

/** `zip -r` of Linux: folders are entries, pictures are stored as they are, times stand in an extra field. */
export const INFO_ZIP: ZipStyle = {
  flags: (name) => (isAscii(name) ? 0 : 0x0800),
  isDeflated: false,
  describesAfter: false,
  extra: Buffer.from("555405000300f15365", "hex"),
  nameOf: (name) => name,
  beside: foldersOf,
};

/** Makes the entry state other sizes than its own. */
export interface Lie {
  bytes?: number;
  packedBytes?: number;
  flags?: number;
  method?: number;
}

export function zipOf(
  files: readonly (readonly [name: string, content: Buffer, lie?: Lie])[],
  style: ZipStyle = INFO_ZIP,
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const beside = style.beside(files.map(([name]) => name));
  for (const [plain, content, lie = {}] of [...beside, ...files] as [string, Buffer, Lie?][]) {
    const name = Buffer.from(style.nameOf(plain));
    const isDeflated = style.isDeflated && content.length > 0;
    const packed = isDeflated ? deflateRawSync(content) : content;
    const flags =
      (content.length > 0 && style.describesAfter ? style.flags(plain) : style.flags(plain) & ~8) | (lie.flags ?? 0);
    const method = lie.method ?? (isDeflated ? 8 : 0);
    const sizes = [crc32(content), lie.packedBytes ?? packed.length, lie.bytes ?? content.length];
    const head = (known: boolean) => {
      const bytes = Buffer.alloc(26);
      bytes.writeUInt16LE(20, 0);
      bytes.writeUInt16LE(flags, 2);
      bytes.writeUInt16LE(method, 4);
      bytes.writeUInt32LE(0x5b7d6000, 6);
      if (known) for (const [at, size] of sizes.entries()) bytes.writeUInt32LE(size, 10 + 4 * at);
      bytes.writeUInt16LE(name.length, 22);
      bytes.writeUInt16LE(style.extra.length, 24);
      return bytes;
    };
    const isAfter = (flags & 8) !== 0;
    const after = Buffer.alloc(isAfter ? 16 : 0);
    if (isAfter) {
      after.writeUInt32LE(0x08074b50, 0);
      for (const [at, size] of sizes.entries()) after.writeUInt32LE(size, 4 + 4 * at);
    }
    const local = Buffer.concat([uint32(0x04034b50), head(!isAfter), name, style.extra, packed, after]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([uint32(0x02014b50), Buffer.from([20, 3]), head(true), rest, name, style.extra]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
