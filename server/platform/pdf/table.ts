/** Draws a table of items, over as many pages as needed: an item with its details on the left, and columns flush right. */

import { type Box, COLORS, PAGE, RIGHT, type Sheet, TEXT_STYLES } from "./sheet.ts";

export interface Column<Line> {
  /** One or two lines. */
  head: readonly string[];
  width: number;
  /** The cell of an item, of one line. */
  cell: (line: Line) => string;
  /** The cell of the last row, the total. */
  sum?: string;
}

export interface Table<Line> {
  lines: readonly Line[];
  title: (line: Line, at: number) => string;
  /** In small letters below the title. */
  details: (line: Line) => readonly string[];
  columns: readonly Column<Line>[];
}

export interface Frame {
  /** The lower edge of the usable page. */
  bottom: number;
  /** Begins another page. @returns the upper edge of its usable part */
  nextPage: () => number;
}

const PADDING = 4;
const ROW_PADDING = 5;
const HEAD_PADDING = 4.5;
const SUM_HEIGHT = 22;

/** @returns the lower edge */
export function drawTable<Line>(sheet: Sheet, table: Table<Line>, top: number, { bottom, nextPage }: Frame): number {
  const { columns } = table;
  // Titles wrap within the width that the other columns leave.
  const itemWidth = RIGHT - PAGE.margin - columns.reduce((sum, { width }) => sum + width, 0);
  const item = { x: PAGE.margin + PADDING, width: itemWidth - 2 * PADDING };
  const headLines = Math.max(...columns.map(({ head }) => head.length));
  const headHeight = sheet.heightOf(headLines, TEXT_STYLES.label) + 2 * HEAD_PADDING;

  /** Draws a row: the item's cell, then those of the columns. */
  function row(drawItem: () => void, type: "TH" | "TD", drawCell: (column: Column<Line>, box: Omit<Box, "y">) => void) {
    sheet.within("TR", () => {
      sheet.within("TH", drawItem, { scope: type === "TH" ? "Column" : "Row" });
      let x = PAGE.margin + itemWidth;
      for (const column of columns) {
        const box = { x: x + PADDING, width: column.width - 2 * PADDING };
        sheet.within(type, () => drawCell(column, box), type === "TH" ? { scope: "Column" } : {});
        x += column.width;
      }
    });
  }

  function drawHead(y: number): number {
    sheet.fill({ x: PAGE.margin, y, width: RIGHT - PAGE.margin }, headHeight, COLORS.linen);
    const topOf = (lines: number) => y + (headHeight - sheet.heightOf(lines, TEXT_STYLES.label)) / 2;
    row(
      () => sheet.lines(["Item"], { ...item, y: topOf(1) }, TEXT_STYLES.label),
      "TH",
      ({ head }, box) => {
        head.forEach((text, line) => {
          const at = { ...box, y: topOf(head.length) + sheet.heightOf(line, TEXT_STYLES.label) };
          sheet.within("P", () => sheet.flushRight(text, at, TEXT_STYLES.label));
        });
      },
    );
    return y + headHeight;
  }

  function drawLine(line: Line, at: number, y: number): number {
    const title = sheet.linesOf(table.title(line, at), item.width, TEXT_STYLES.cell);
    const details = table.details(line).flatMap((text) => sheet.linesOf(text, item.width, TEXT_STYLES.small));
    const height =
      sheet.heightOf(title.length, TEXT_STYLES.cell) +
      sheet.heightOf(details.length, TEXT_STYLES.small) +
      2 * ROW_PADDING;
    const start = startOf(height, y);
    const box = { ...item, y: start + ROW_PADDING };
    row(
      () => {
        const below = sheet.within("P", () => sheet.lines(title, box, TEXT_STYLES.cell));
        sheet.within("P", () => sheet.lines(details, { ...box, y: below }, TEXT_STYLES.small));
      },
      "TD",
      ({ cell }, { x, width }) => sheet.flushRight(cell(line), { x, y: box.y, width }, TEXT_STYLES.cell),
    );
    sheet.rule(start + height);
    return start + height;
  }

  /** Returns where a row of this height begins: on the next page, if this one has no room for it. */
  function startOf(height: number, y: number): number {
    return y + height > bottom ? sheet.aside(() => drawHead(nextPage())) : y;
  }

  return sheet.within("Table", () => {
    const below = table.lines.reduce((y, line, at) => drawLine(line, at, y), drawHead(top));
    if (columns.every(({ sum }) => sum === undefined)) return below;
    const start = startOf(SUM_HEIGHT, below);
    const y = start + ROW_PADDING;
    row(
      () => sheet.lines(["Total"], { ...item, y }, TEXT_STYLES.cellStrong),
      "TD",
      ({ sum = "" }, box) => sheet.flushRight(sum, { ...box, y }, TEXT_STYLES.cellStrong),
    );
    sheet.rule(start + SUM_HEIGHT, { color: COLORS.bark });
    return start + SUM_HEIGHT;
  });
}
