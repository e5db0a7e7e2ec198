/** The parts that invoices, credit notes and vouchers share: head, parties, statements and foot. */

import { isTestDocument } from "../../../../contract/orders/document-prefixes.ts";
import { type Box, COLORS, PAGE, RIGHT, type Sheet, TEXT_STYLES } from "../../../platform/pdf/sheet.ts";
import type { Party } from "./invoice.ts";
import type { ShownSeller } from "./seller-mark.ts";

export const MIDDLE = PAGE.width / 2;
export const HALF = (RIGHT - PAGE.margin - 24) / 2;
const FOOT = PAGE.height - PAGE.margin;
/** The lower edge of the content, above the footer. */
export const BOTTOM = FOOT - 16;
const MARK_SIDE = 32;
const LABEL_WIDTH = 92;

/** Returns title and mark of a document, which say if it is a test order's. */
export const headingOf = ({ title, number, mark }: Pick<Head, "title" | "number" | "mark">) =>
  isTestDocument(number)
    ? { title: `Test: ${title}`, mark: ["Test order, not a tax document", mark].filter(Boolean).join(" · ") }
    : { title, mark };

export interface Head {
  seller: ShownSeller;
  title: string;
  /** The number of the document, by which it is a test order's. */
  number: string;
  /** Which copy it is. */
  mark: string;
  facts: readonly (readonly [string, string])[];
}

/** @returns the lower edge */
export function drawHead(sheet: Sheet, { seller, facts, ...head }: Head): number {
  const { title, mark } = headingOf(head);
  const top = PAGE.margin;
  const color = seller.color ?? COLORS.leaf;
  const hasOwn = seller.hasOwnMark || seller.mark !== undefined;
  const indent = hasOwn && !seller.drawnMark ? 0 : MARK_SIDE + 8;
  if (seller.drawnMark) sheet.picture(seller.drawnMark, { x: PAGE.margin, y: top }, MARK_SIDE);
  else if (!hasOwn) sheet.mark({ x: PAGE.margin, y: top }, MARK_SIDE, color);
  const brand = { x: PAGE.margin + indent, y: top + 2, width: HALF - indent };
  sheet.paragraph(seller.brand.toUpperCase(), brand, { ...TEXT_STYLES.brand, color });
  sheet.within("H1", () =>
    sheet.flushRight(title, { x: MIDDLE, y: top + 4, width: RIGHT - MIDDLE }, TEXT_STYLES.title),
  );
  sheet.flushRight(mark, { x: MIDDLE, y: top + 29, width: RIGHT - MIDDLE }, TEXT_STYLES.small);
  sheet.rule(top + 46);
  const y = top + 58;
  const left = drawParty(sheet, "Sold by", seller, { x: PAGE.margin, y, width: HALF }, [`GSTIN ${seller.gstin}`]);
  const drawFact = (at: number, [label, value]: readonly [string, string]) =>
    sheet.fact(
      () => sheet.lines([label], { x: MIDDLE + 12, y: at, width: 122 }, TEXT_STYLES.small),
      () => {
        const box = { x: MIDDLE + 134, y: at - 0.5, width: RIGHT - MIDDLE - 134 };
        return sheet.paragraph(value, box, TEXT_STYLES.strong) + 2;
      },
    );
  const right = sheet.within("Table", () => facts.reduce(drawFact, y));
  const bottom = Math.max(left, right) + 12;
  sheet.rule(bottom);
  return bottom;
}

/** @returns the lower edge */
export function drawParty(sheet: Sheet, label: string, party: Party, box: Box, more: readonly string[] = []): number {
  let y = sheet.within("H2", () => sheet.lines([label.toUpperCase()], box, TEXT_STYLES.label)) + 2;
  y = sheet.paragraph(party.name, { ...box, y }, TEXT_STYLES.strong);
  for (const line of [...party.address, party.state, ...more])
    y = sheet.paragraph(line, { ...box, y }, TEXT_STYLES.body);
  return y;
}

interface Statement {
  label: string;
  text: string;
}

/** Draws a rule, the statements below it, and a last line. */
export function drawStatements(sheet: Sheet, statements: readonly Statement[], note: string, top: number): void {
  sheet.rule(top);
  const width = RIGHT - PAGE.margin;
  const drawStatement = (y: number, { label, text }: Statement) =>
    sheet.fact(
      () => sheet.lines([label], { x: PAGE.margin, y, width: LABEL_WIDTH }, TEXT_STYLES.small),
      () => {
        const box = { x: PAGE.margin + LABEL_WIDTH, y: y - 0.5, width: width - LABEL_WIDTH };
        return sheet.paragraph(text, box, TEXT_STYLES.strong) + 3;
      },
    );
  const y = sheet.within("Table", () => statements.reduce(drawStatement, top + 10));
  if (note) sheet.paragraph(note, { x: PAGE.margin, y: y + 6, width }, TEXT_STYLES.small);
}

/** The height of what `drawStatements` draws. */
export function statementsHeight(sheet: Sheet, statements: readonly Statement[]): number {
  const width = RIGHT - PAGE.margin - LABEL_WIDTH;
  const said = statements.reduce(
    (height, { text }) =>
      height + sheet.heightOf(sheet.linesOf(text, width, TEXT_STYLES.strong).length, TEXT_STYLES.strong) + 3,
    0,
  );
  return 10 + said + 6 + sheet.heightOf(1, TEXT_STYLES.small);
}

/** @param number of the document */
export function drawFoot(
  sheet: Sheet,
  seller: ShownSeller,
  number: string,
  { page, pages }: { page: number; pages: number },
) {
  sheet.rule(FOOT - 12);
  const box = { x: PAGE.margin, y: FOOT - 6, width: RIGHT - PAGE.margin };
  sheet.lines([`${seller.name} · GSTIN ${seller.gstin} · ${number}`], box, TEXT_STYLES.small);
  sheet.flushRight(`Page ${page} of ${pages}`, box, TEXT_STYLES.small);
}
