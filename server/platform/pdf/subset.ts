import { COMPONENT, OUTLINE_HEAD, type Outlines } from "./outlines.ts";
import { writeSfnt } from "./sfnt.ts";
import type { PlacedGlyph } from "./shape.ts";

/** The bounds of an outline: xMin, yMin, xMax, yMax. */
type Bounds = readonly [number, number, number, number];

/**
 * A TrueType font with the glyphs that a document draws. Glyphs that belong together become one composite glyph, so that they have one code, and
 * their letters one place in the document's text, however many glyphs the letters have and in whatever order.
 */
export function createSubset({ head, hhea, maxp, outline, advance }: Outlines) {
  const glyphs: { outline: Buffer; advance: number }[] = [];
  const components = new Map<number, number>();
  let maxComponents = maxp.readUInt16BE(28);

  function push(bytes: Buffer, width: number): number {
    glyphs.push({ outline: bytes, advance: Math.max(0, width) });
    return glyphs.length - 1;
  }

  /** Adds a glyph of the font as it is. */
  function add(id: number, width = advance(id)): number {
    const at = push(outline(id), width);
    const glyph = glyphs[at] as (typeof glyphs)[number];
    if (isComposite(glyph.outline)) glyph.outline = withIds(glyph.outline, component);
    return at;
  }
  function component(id: number): number {
    const at = components.get(id) ?? add(id);
    components.set(id, at);
    return at;
  }

  function addComposite(placed: readonly PlacedGlyph[], width: number): number {
    const shown = placed.filter(({ id }) => outline(id).length > 0);
    if (shown.length === 0) return push(Buffer.alloc(0), width);
    maxComponents = Math.max(maxComponents, shown.length);
    const bytes = Buffer.alloc(OUTLINE_HEAD + shown.length * 8);
    bytes.writeInt16BE(-1, 0);
    boundsOf(shown.map(({ id, x, y }) => moved(outline(id), x, y))).forEach((bound, at) => {
      bytes.writeInt16BE(int16(bound), 2 + at * 2);
    });
    shown.forEach(({ id, x, y }, at) => {
      const more = at < shown.length - 1 ? COMPONENT.more : 0;
      const entry = OUTLINE_HEAD + at * 8;
      bytes.writeUInt16BE(COMPONENT.words | COMPONENT.offsets | more, entry);
      bytes.writeUInt16BE(component(id), entry + 2);
      bytes.writeInt16BE(int16(x), entry + 4);
      bytes.writeInt16BE(int16(y), entry + 6);
    });
    return push(bytes, width);
  }

  // The first glyph of a font is .notdef.
  add(0);

  return {
    /** Adds glyphs as one. @returns its id */
    include(placed: readonly PlacedGlyph[], width: number): number {
      const [only] = placed;
      return placed.length === 1 && only && only.x === 0 && only.y === 0
        ? add(only.id, width)
        : addComposite(placed, width);
    },
    /** The widths of the glyphs by their ids, in units of the font. */
    advances: () => glyphs.map((glyph) => glyph.advance),

    encode(): Buffer {
      const loca = Buffer.alloc((glyphs.length + 1) * 4);
      const hmtx = Buffer.alloc(glyphs.length * 4);
      const parts: Buffer[] = [];
      let offset = 0;
      glyphs.forEach(({ outline: bytes, advance: width }, id) => {
        const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
        parts.push(bytes, padding);
        offset += bytes.length + padding.length;
        loca.writeUInt32BE(offset, (id + 1) * 4);
        hmtx.writeUInt16BE(Math.min(0xffff, width), id * 4);
        // The left side bearing: where the outline begins.
        hmtx.writeInt16BE(bytes.length > 0 ? bytes.readInt16BE(2) : 0, id * 4 + 2);
      });
      const newHead = Buffer.from(head);
      newHead.writeInt16BE(1, 50);
      const newHhea = Buffer.from(hhea);
      newHhea.writeUInt16BE(glyphs.length, 34);
      return writeSfnt([
        { tag: "glyf", content: Buffer.concat(parts) },
        { tag: "head", content: newHead },
        { tag: "hhea", content: newHhea },
        { tag: "hmtx", content: hmtx },
        { tag: "loca", content: loca },
        { tag: "maxp", content: limits(maxp, glyphs.length, maxComponents) },
      ]);
    },
  };
}

/** Limits a number to what a font can store: a letter with hundreds of marks has larger ones. */
const int16 = (units: number) => Math.max(-0x8000, Math.min(0x7fff, units));

const isComposite = (outline: Buffer) => outline.length > 0 && outline.readInt16BE(0) < 0;

/** Rewrites the glyph ids of a composite outline. */
function withIds(outline: Buffer, idOf: (id: number) => number): Buffer {
  const bytes = Buffer.from(outline);
  let at = OUTLINE_HEAD;
  for (let flags = COMPONENT.more; flags & COMPONENT.more; ) {
    flags = bytes.readUInt16BE(at);
    bytes.writeUInt16BE(idOf(bytes.readUInt16BE(at + 2)), at + 2);
    at += 4 + (flags & COMPONENT.words ? 4 : 2);
    if (flags & COMPONENT.scale) at += 2;
    if (flags & COMPONENT.twoScales) at += 4;
    if (flags & COMPONENT.matrix) at += 8;
  }
  return bytes;
}

const moved = (outline: Buffer, x: number, y: number): Bounds => [
  outline.readInt16BE(2) + x,
  outline.readInt16BE(4) + y,
  outline.readInt16BE(6) + x,
  outline.readInt16BE(8) + y,
];

const boundsOf = (all: readonly Bounds[]): Bounds => [
  Math.min(...all.map(([left]) => left)),
  Math.min(...all.map(([, bottom]) => bottom)),
  Math.max(...all.map(([, , right]) => right)),
  Math.max(...all.map(([, , , top]) => top)),
];

/** The memory that a renderer needs for the font (OpenType, "maxp"). */
function limits(maxp: Buffer, glyphs: number, components: number): Buffer {
  const own = Buffer.from(maxp);
  own.writeUInt16BE(glyphs, 4);
  for (const [whole, part] of [
    [10, 6],
    [12, 8],
  ] as const)
    own.writeUInt16BE(
      Math.min(0xffff, components * Math.max(maxp.readUInt16BE(whole), maxp.readUInt16BE(part))),
      whole,
    );
  own.writeUInt16BE(components, 28);
  own.writeUInt16BE(maxp.readUInt16BE(30) + 1, 30);
  return own;
}
