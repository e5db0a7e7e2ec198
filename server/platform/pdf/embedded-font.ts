import { hash } from "node:crypto";
import type { SheetFont } from "./fonts.ts";
import type { Cluster } from "./shape.ts";
import { createSubset } from "./subset.ts";

/** How many entries a block of a CMap may have (Adobe Technical Note 5014). */
const BLOCK = 100;

export type EmbeddedFont = ReturnType<typeof embedFont>;

/**
 * Embeds a font into a document: what it draws has one code for each cluster and its letters, so that names are found and copied as they were
 * typed. (A glyph has other letters in other words, and Indian scripts draw some vowel signs before the letter they follow.)
 */
export function embedFont(doc: PDFKit.PDFDocument, { name, font, outlines, unitsPerEm }: SheetFont) {
  const reference = doc.ref({});
  const subset = createSubset(outlines);
  const codes = new Map<string, string>();
  /** The letters of each code. */
  const letters = new Map<string, string>();
  const scaled = (units: number) => Math.round((units * 1000) / unitsPerEm);

  /** A code has one width, so that no text is moved: PDF readers take a move for the end of a word. */
  function codeOf({ text, glyphs, advance }: Cluster): string {
    const key = `${text} ${advance} ${glyphs.map(({ id, x, y }) => `${id},${x},${y}`).join(" ")}`;
    const known = codes.get(key);
    if (known) return known;
    const id = subset.include(glyphs, advance);
    const code = id.toString(16).padStart(4, "0");
    codes.set(key, code);
    letters.set(code, text);
    return code;
  }

  return {
    reference,

    /** Returns the codes that show clusters, as a hexadecimal string of PDF. */
    encode: (clusters: readonly Cluster[]) => `<${clusters.map(codeOf).join("")}>`,

    /** Writes the font. */
    end(): void {
      const file = subset.encode();
      const baseFont = `${tagOf(file)}+${name}`;
      const write = (data: object, content?: Buffer) => {
        const object = doc.ref(data);
        object.end(content);
        return object;
      };
      const { ascender, descender } = font.hExtents();
      const descriptor = write({
        Type: "FontDescriptor",
        FontName: baseFont,
        // Symbolic: its codes are those of no standard encoding.
        Flags: 4,
        FontBBox: [36, 38, 40, 42].map((at) => scaled(outlines.head.readInt16BE(at))),
        ItalicAngle: 0,
        Ascent: scaled(ascender),
        Descent: scaled(descender),
        CapHeight: scaled(ascender),
        StemV: 80,
        FontFile2: write({ Length1: file.length }, file),
      });
      const descendant = write({
        Type: "Font",
        Subtype: "CIDFontType2",
        BaseFont: baseFont,
        CIDSystemInfo: { Registry: new String("Adobe"), Ordering: new String("Identity"), Supplement: 0 },
        FontDescriptor: descriptor,
        CIDToGIDMap: "Identity",
        W: [0, subset.advances().map(scaled)],
      });
      Object.assign(reference.data, {
        Type: "Font",
        Subtype: "Type0",
        BaseFont: baseFont,
        Encoding: "Identity-H",
        DescendantFonts: [descendant],
        ToUnicode: write({}, Buffer.from(unicodeMap(letters))),
      });
      reference.end(undefined);
    },
  };
}

/** Six letters that tell the subset from others of the same font. */
const tagOf = (file: Buffer) =>
  hash("sha256", file)
    .slice(0, 6)
    .replace(/./g, (digit) => "ABCDEFGHIJKLMNOP"[Number.parseInt(digit, 16)] as string);

const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");

function unicodeMap(letters: ReadonlyMap<string, string>): string {
  const entries = [...letters].map(([code, text]) => `<${code}> <${utf16(text)}>`);
  const blocks = Array.from({ length: Math.ceil(entries.length / BLOCK) }, (_, at) => {
    const block = entries.slice(at * BLOCK, (at + 1) * BLOCK);
    return `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join("")}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
