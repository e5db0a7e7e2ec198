import type { Face } from "harfbuzzjs";

/** What a font draws: the tables of its outlines (OpenType, "glyf"). */
export interface Outlines {
  head: Buffer;
  hhea: Buffer;
  maxp: Buffer;
  /** Returns the outline of a glyph; empty for a space. */
  outline(id: number): Buffer;
  advance(id: number): number;
}

/** Bytes of the head of an outline: number of contours, and bounds. */
export const OUTLINE_HEAD = 10;

/** Flags of a component of a composite outline. */
export const COMPONENT = { words: 0x1, offsets: 0x2, scale: 0x8, more: 0x20, twoScales: 0x40, matrix: 0x80 };

export function outlinesOf(face: Face): Outlines {
  const table = (tag: string) => {
    const content = face.referenceTable(tag);
    if (!content) throw new Error(`the font has no table ${tag}`);
    // A copy: what HarfBuzz returns is gone when its memory grows.
    return Buffer.from(content);
  };
  const [head, hhea, maxp, loca, glyf, hmtx] = ["head", "hhea", "maxp", "loca", "glyf", "hmtx"].map(table) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const isLong = head.readInt16BE(50) === 1;
  const start = (id: number) => (isLong ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2);
  const lastMetric = hhea.readUInt16BE(34) - 1;
  return {
    head,
    hhea,
    maxp,
    outline: (id) => glyf.subarray(start(id), start(id + 1)),
    advance: (id) => hmtx.readUInt16BE(Math.min(id, lastMetric) * 4),
  };
}
