/** The structure of a tagged PDF, which screen readers read: what is text, in which order, and the header cells of tables. */

import { ENGLISH } from "./fonts.ts";

/** Elements that have elements in them, and no text of their own. */
const GROUPS = ["Document", "Table", "TR"] as const;
type Group = (typeof GROUPS)[number];
export type ElementType = Group | "H1" | "H2" | "P" | "TH" | "TD";

interface Element {
  type: ElementType;
  pdf: PDFKit.PDFStructureElement;
}

export interface ElementOptions {
  /** What a header cell is the header of. */
  scope?: "Row" | "Column";
}

/** Marks what `draw` draws as text in this language. */
export type Mark = (language: string, draw: () => void) => void;

export function createStructure(doc: PDFKit.PDFDocument) {
  let current: Element | null = null;

  /** Adds an element to the current one, for what `draw` draws. */
  function within<Drawn>(type: ElementType, draw: () => Drawn, options: ElementOptions = {}): Drawn {
    const parent = current;
    if (parent === null) return draw();
    current = { type, pdf: doc.struct(type, options as object) };
    parent.pdf.add(current.pdf);
    try {
      return draw();
    } finally {
      current.pdf.end();
      current = parent;
    }
  }

  /** Marks what `draw` draws by `mark` as text of the current element; a group gets a paragraph for it. */
  function text(draw: (mark: Mark) => void): void {
    if (current === null) artifact(() => draw((_, drawPart) => drawPart()));
    else if ((GROUPS as readonly string[]).includes(current.type)) within("P", () => text(draw));
    else markText(current, draw);
  }

  /** Without nested marks, after which some PDF readers (poppler) read nothing more of the text. */
  function markText({ type, pdf }: Element, draw: (mark: Mark) => void): void {
    let english: PDFKit.PDFStructureContent | null = null;
    function endEnglish(): void {
      if (!english) return;
      doc.endMarkedContent();
      pdf.add(english);
      english = null;
    }
    draw((lang, drawPart) => {
      if (lang === ENGLISH) {
        english ??= doc.markStructureContent(type);
        drawPart();
        return;
      }
      endEnglish();
      const span = doc.struct("Span", { lang });
      pdf.add(span);
      const content = doc.markStructureContent("Span");
      drawPart();
      doc.endMarkedContent();
      span.add(content);
      span.end();
    });
    endEnglish();
  }

  /** Marks what `draw` draws as decoration, or as repeated on every page. */
  function artifact(draw: () => void): void {
    doc.markContent("Artifact");
    draw();
    doc.endMarkedContent();
  }

  /** Draws what is no part of the text, such as a table's head that is repeated on the next page. */
  function aside<Drawn>(draw: () => Drawn): Drawn {
    const outer = current;
    current = null;
    try {
      return draw();
    } finally {
      current = outer;
    }
  }

  /** Begins a document, and ends the one before. */
  function begin(): void {
    end();
    current = { type: "Document", pdf: doc.struct("Document") };
    doc.addStructure(current.pdf);
  }
  function end(): void {
    current?.pdf.end();
    current = null;
  }

  return { begin, end, within, aside, text, artifact };
}
