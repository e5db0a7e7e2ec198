/** A4 pages and the text on them. Lengths are points; y is the upper edge. */

import PDFDocument from "pdfkit";
import { MARK } from "../../../contract/brand-mark.ts";
import { type EmbeddedFont, embedFont } from "./embedded-font.ts";
import type { FontStyle, SheetFont } from "./fonts.ts";
import { printable } from "./printable.ts";
import { createStructure, type Mark } from "./structure.ts";
import { type ShapedRun, typeset } from "./typeset.ts";
import { wrapText } from "./wrap-text.ts";

export const PAGE = { width: 595.28, height: 841.89, margin: 36 };
export const RIGHT = PAGE.width - PAGE.margin;
const LEADING = 1.4;
/** Distance from a line's upper edge to its baseline, in font sizes. */
const BASELINE = 1.02;

// The values of storefront/styles/tokens.css.
export const COLORS = { ink: "#221c15", bark: "#5b4a3a", sand: "#e3d6c1", linen: "#f1e9dc", leaf: "#2f4a36" } as const;

export interface TextStyle {
  style: FontStyle;
  size: number;
  color: string;
}

export const TEXT_STYLES = {
  brand: { style: "display", size: 22, color: COLORS.leaf },
  title: { style: "display", size: 18, color: COLORS.ink },
  body: { style: "regular", size: 9, color: COLORS.ink },
  strong: { style: "strong", size: 9, color: COLORS.ink },
  message: { style: "regular", size: 11, color: COLORS.ink },
  total: { style: "strong", size: 11, color: COLORS.ink },
  small: { style: "regular", size: 8, color: COLORS.bark },
  cell: { style: "regular", size: 8, color: COLORS.ink },
  cellStrong: { style: "strong", size: 8, color: COLORS.ink },
  label: { style: "strong", size: 7.5, color: COLORS.bark },
} as const satisfies Record<string, TextStyle>;

/** A box for text. */
export interface Box {
  x: number;
  y: number;
  width: number;
}

export type Sheet = ReturnType<typeof createSheet>;

/** Draws the foot of one page of `pages`. */
type DrawFoot = (page: number, pages: number) => void;

interface SheetOptions {
  /** Metadata of the PDF. */
  title: string;
  author: string;
  date: Date;
  /** Page size in points; A4 by default. */
  size?: { width: number; height: number };
}

/** Escapes the texts that PDFKit writes unescaped into the XML of its metadata, after it has written them into the Info dictionary. */
function escapeMetadata(doc: PDFKit.PDFDocument): void {
  const endMetadata = doc.endMetadata.bind(doc);
  doc.endMetadata = () => {
    for (const name of ["Title", "Author", "Creator"] as const)
      doc.info[name] = doc.info[name]?.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
    endMetadata();
  };
}

const rounded = (points: number) => Math.round(points * 1000) / 1000;

/** A PDF of one document or several: each begins with `begin`. */
export function createSheet({ title, author, date, size }: SheetOptions) {
  const doc = new PDFDocument({
    size: size ? [size.width, size.height] : "A4",
    margin: 0,
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-IN",
    displayTitle: true,
    // No built-in font; its type wrongly requires one.
    font: null as unknown as string,
    info: { Title: title, Author: author, Creator: author, CreationDate: date, ModDate: date },
  });
  escapeMetadata(doc);
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.once("end", () => resolve(Buffer.concat(parts)));
    doc.once("error", reject);
  });
  const fonts = new Map<SheetFont, EmbeddedFont & { resource: string }>();
  const structure = createStructure(doc);
  const documents: { firstPage: number; drawFoot: DrawFoot }[] = [];

  function embedded(font: SheetFont): EmbeddedFont & { resource: string } {
    const known = fonts.get(font);
    if (known) return known;
    const entry = { ...embedFont(doc, font), resource: `F${fonts.size + 1}` };
    fonts.set(font, entry);
    return entry;
  }

  /** Draws one line with its left edge at x. @returns its right edge */
  function line(text: string, x: number, y: number, textStyle: TextStyle, mark: Mark): number {
    const { runs, width, rightToLeft } = typeset(text, textStyle.style);
    doc.fillColor(textStyle.color);
    let at = x;
    const draw = (run: ShapedRun) => {
      drawRun(run, at, y, textStyle);
      at += run.width * textStyle.size;
    };
    if (rightToLeft) mark(rightToLeft, () => runs.forEach(draw));
    else for (const run of runs) mark(run.font.script.language, () => draw(run));
    return x + width * textStyle.size;
  }
  function drawRun({ font, clusters }: ShapedRun, x: number, y: number, { size }: TextStyle): void {
    const { resource, reference, encode } = embedded(font);
    // Its type omits the fonts of a page.
    (doc.page as unknown as { fonts: Record<string, PDFKit.PDFKitReference> }).fonts[resource] = reference;
    const place = `1 0 0 -1 ${rounded(x)} ${rounded(y + size * BASELINE)}`;
    doc.addContent(`BT /${resource} ${rounded(size)} Tf ${place} Tm ${encode(clusters)} Tj ET`);
  }
  const widthOf = (text: string, { style, size }: TextStyle) => typeset(text, style).width * size;

  return {
    linesOf: (text: string, width: number, textStyle: TextStyle) =>
      wrapText(printable(text, textStyle.style), width, (part) => widthOf(part, textStyle)),
    heightOf: (lines: number, { size }: TextStyle) => lines * size * LEADING,

    /** Adds an element, such as a table's row, for what `draw` draws. */
    within: structure.within,
    aside: structure.aside,

    /** Draws a row of a table of two columns. @returns what `value` returns */
    fact<Drawn>(label: () => void, value: () => Drawn): Drawn {
      return structure.within("TR", () => {
        structure.within("TH", label, { scope: "Row" });
        return structure.within("TD", value);
      });
    },

    /** Draws lines of one text. @returns the lower edge */
    lines(texts: readonly string[], { x, y }: Box, textStyle: TextStyle): number {
      structure.text((mark) => {
        texts.forEach((text, at) => {
          const top = y + at * textStyle.size * LEADING;
          const end = line(text, x, top, textStyle, mark);
          // A space, so that words of two lines are not read as one.
          if (at < texts.length - 1) line(" ", end, top, textStyle, mark);
        });
      });
      return y + texts.length * textStyle.size * LEADING;
    },

    /** Wraps a text of any length. @returns the lower edge */
    paragraph(text: string, box: Box, textStyle: TextStyle): number {
      return this.lines(this.linesOf(text, box.width, textStyle), box, textStyle);
    },

    /** Draws one line flush right, smaller if it would not fit. */
    flushRight(text: string, { x, y, width }: Box, textStyle: TextStyle): void {
      const naturalWidth = widthOf(text, textStyle);
      const size = naturalWidth > width ? (textStyle.size * width) / naturalWidth : textStyle.size;
      const left = x + width - Math.min(naturalWidth, width);
      structure.text((mark) => {
        line(text, left, y + (textStyle.size - size) * BASELINE, { ...textStyle, size }, mark);
      });
    },

    /** Draws the demo's mark in a square with this side. */
    mark({ x, y }: Omit<Box, "width">, side: number, color: string): void {
      const scale = side / MARK.size;
      structure.artifact(() => {
        doc
          .save()
          .translate(x, y)
          .scale(scale)
          .path(MARK.path)
          .lineCap("round")
          .lineJoin("round")
          .lineWidth(1.6)
          .stroke(color)
          .restore();
      });
    },

    /** Draws an ornament in a square with this side. @param png opaque or not */
    picture(png: Uint8Array, { x, y }: Omit<Box, "width">, side: number): void {
      structure.artifact(() => {
        doc.image(Buffer.from(png), x, y, { width: side, height: side });
      });
    },

    rule(y: number, { x = PAGE.margin, width = RIGHT - PAGE.margin, color = COLORS.sand as string } = {}): void {
      structure.artifact(() => {
        doc
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(0.75)
          .stroke(color);
      });
    },

    fill({ x, y, width }: Box, height: number, color: string): void {
      structure.artifact(() => {
        doc.rect(x, y, width, height).fill(color);
      });
    },

    addPage: () => {
      doc.addPage();
    },

    /** Begins a document on a new page. @param drawFoot called for each of its pages, once all exist */
    begin(drawFoot: DrawFoot = () => {}): void {
      if (documents.length > 0) doc.addPage();
      documents.push({ firstPage: doc.bufferedPageRange().count - 1, drawFoot });
      structure.begin();
    },

    finish(): Promise<Buffer> {
      structure.end();
      const { count } = doc.bufferedPageRange();
      documents.forEach(({ firstPage, drawFoot }, at) => {
        const pages = (documents[at + 1]?.firstPage ?? count) - firstPage;
        for (let page = 0; page < pages; page++) {
          doc.switchToPage(firstPage + page);
          drawFoot(page + 1, pages);
        }
      });
      for (const font of fonts.values()) font.end();
      doc.end();
      return finished;
    },
  };
}
