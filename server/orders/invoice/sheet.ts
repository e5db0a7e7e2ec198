import PDFDocument from "pdfkit";
import { FEATURES, type FontStyle, setText } from "./fonts.ts";
import { wrapText } from "./wrap-text.ts";

/** A4 pages and the text on them. Lengths are points; y is the upper edge. */

export const PAGE = { width: 595.28, height: 841.89, margin: 36 };
export const RIGHT = PAGE.width - PAGE.margin;
const LEADING = 1.4;
/** Position of the letters within their line. */
const BASELINE = 1.02;

// The values of storefront/styles/tokens.css.
export const COLORS = { ink: "#221c15", bark: "#5b4a3a", sand: "#e3d6c1", linen: "#f1e9dc", leaf: "#2f4a36" } as const;

export interface Type {
  style: FontStyle;
  size: number;
  color: string;
}

export const TYPE = {
  brand: { style: "display", size: 22, color: COLORS.leaf },
  title: { style: "display", size: 18, color: COLORS.ink },
  body: { style: "regular", size: 9, color: COLORS.ink },
  strong: { style: "strong", size: 9, color: COLORS.ink },
  total: { style: "strong", size: 11, color: COLORS.ink },
  small: { style: "regular", size: 8, color: COLORS.bark },
  cell: { style: "regular", size: 8, color: COLORS.ink },
  cellStrong: { style: "strong", size: 8, color: COLORS.ink },
  label: { style: "strong", size: 7.5, color: COLORS.bark },
} as const satisfies Record<string, Type>;

/** A box for text. */
export interface Box {
  x: number;
  y: number;
  width: number;
}

export type Sheet = ReturnType<typeof createSheet>;

/** @param information the document's metadata, as PDF readers show it */
export function createSheet({ title, author, date }: { title: string; author: string; date: Date }) {
  const doc = new PDFDocument({
    size: "A4",
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

  /** One line, its left edge at x. */
  function line(text: string, x: number, y: number, { style, size, color }: Type): void {
    let at = x;
    doc.fillColor(color);
    for (const { fontName, font, text: part, width } of setText(text, style).runs) {
      if (!registered.has(fontName)) {
        // A font that is already read is accepted too; its type omits that.
        doc.registerFont(fontName, font as unknown as Buffer);
        registered.add(fontName);
      }
      doc
        .font(fontName, size)
        .text(part, at, y + size * BASELINE, { lineBreak: false, baseline: "alphabetic", features: FEATURES });
      at += width * size;
    }
  }
  const widthOf = (text: string, { style, size }: Type) => setText(text, style).width * size;

  return {
    linesOf: (text: string, width: number, type: Type) => wrapText(text, width, (part) => widthOf(part, type)),
    heightOf: (lines: number, { size }: Type) => lines * size * LEADING,

    /** @returns the lower edge */
    lines(texts: readonly string[], { x, y }: Box, type: Type): number {
      texts.forEach((text, at) => {
        line(text, x, y + at * type.size * LEADING, type);
      });
      return y + texts.length * type.size * LEADING;
    },

    /** Wraps a text of any length. @returns the lower edge */
    paragraph(text: string, box: Box, type: Type): number {
      return this.lines(this.linesOf(text, box.width, type), box, type);
    },

    /** One line, flush right; smaller if it would not fit. */
    flushRight(text: string, { x, y, width }: Box, type: Type): void {
      const wide = widthOf(text, type);
      const size = wide > width ? (type.size * width) / wide : type.size;
      line(text, x + width - Math.min(wide, width), y + (type.size - size) * BASELINE, { ...type, size });
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

    /** Draws on every page, once all pages exist. */
    onEveryPage(draw: (page: number, pages: number) => void): void {
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page);
        draw(page + 1, count);
      }
    },

    finish(): Promise<Buffer> {
      doc.end();
      return finished;
    },
  };
}
