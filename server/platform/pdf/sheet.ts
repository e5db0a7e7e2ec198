/** A4 pages and the text on them. Lengths are points; y is the upper edge. */

import PDFDocument from "pdfkit";
import { MARK } from "../../../contract/brand-mark.ts";
import { FEATURES, type FontStyle, typeset } from "./fonts.ts";
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

/** Embeds the glyphs of a text in the document's current font, in this order, without drawing them. PDFKit has no public way. */
function embed(doc: PDFKit.PDFDocument, text: string): void {
  (doc as unknown as { _font: { encode(text: string, features: typeof FEATURES): unknown } })._font.encode(
    text,
    FEATURES,
  );
}

/** A PDF of one document or several: each begins with `begin`. */
export function createSheet({ title, author, date, size }: SheetOptions) {
  const doc = new PDFDocument({
    size: size ? [size.width, size.height] : "A4",
    margin: 0,
    bufferPages: true,
    lang: "en-IN",
    displayTitle: true,
    // No built-in font; its type wrongly requires one.
    font: null as unknown as string,
    info: { Title: title, Author: author, Creator: author, CreationDate: date, ModDate: date },
  });
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.once("end", () => resolve(Buffer.concat(parts)));
    doc.once("error", reject);
  });
  const registered = new Set<string>();
  const documents: { firstPage: number; drawFoot: DrawFoot }[] = [];

  /** Draws one line with its left edge at x. */
  function line(text: string, x: number, y: number, { style, size, color }: TextStyle): void {
    let at = x;
    doc.fillColor(color);
    for (const { fontName, font, frequent, text: part, width } of typeset(text, style).runs) {
      if (!registered.has(fontName)) {
        // A font that is already read is accepted too; its type omits that.
        doc.registerFont(fontName, font as unknown as Buffer);
        registered.add(fontName);
        embed(doc.font(fontName), frequent);
      }
      doc
        .font(fontName, size)
        .text(part, at, y + size * BASELINE, { lineBreak: false, baseline: "alphabetic", features: FEATURES });
      at += width * size;
    }
  }
  const widthOf = (text: string, { style, size }: TextStyle) => typeset(text, style).width * size;

  return {
    linesOf: (text: string, width: number, textStyle: TextStyle) =>
      wrapText(text, width, (part) => widthOf(part, textStyle)),
    heightOf: (lines: number, { size }: TextStyle) => lines * size * LEADING,

    /** @returns the lower edge */
    lines(texts: readonly string[], { x, y }: Box, textStyle: TextStyle): number {
      texts.forEach((text, at) => {
        line(text, x, y + at * textStyle.size * LEADING, textStyle);
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
      line(text, x + width - Math.min(naturalWidth, width), y + (textStyle.size - size) * BASELINE, {
        ...textStyle,
        size,
      });
    },

    /** Draws the shop's mark in a square with this side. */
    mark({ x, y }: Omit<Box, "width">, side: number, color: string): void {
      const scale = side / MARK.size;
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
    },

    rule(y: number, { x = PAGE.margin, width = RIGHT - PAGE.margin, color = COLORS.sand as string } = {}): void {
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .stroke(color);
    },

    fill({ x, y, width }: Box, height: number, color: string): void {
      doc.rect(x, y, width, height).fill(color);
    },

    addPage: () => {
      doc.addPage();
    },

    /** Begins a document on a new page. @param drawFoot called for each of its pages, once all exist */
    begin(drawFoot: DrawFoot = () => {}): void {
      if (documents.length > 0) doc.addPage();
      documents.push({ firstPage: doc.bufferedPageRange().count - 1, drawFoot });
    },

    finish(): Promise<Buffer> {
      const { count } = doc.bufferedPageRange();
      documents.forEach(({ firstPage, drawFoot }, at) => {
        const pages = (documents[at + 1]?.firstPage ?? count) - firstPage;
        for (let page = 0; page < pages; page++) {
          doc.switchToPage(firstPage + page);
          drawFoot(page + 1, pages);
        }
      });
      doc.end();
      return finished;
    },
  };
}
