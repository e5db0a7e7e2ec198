/** Draws the table of items, over as many pages as needed. */

import { formatAmount, type Paise, paise } from "../../../base/money.ts";
import { COLORS, PAGE, RIGHT, type Sheet, TEXT_STYLES, type TextStyle } from "../../../platform/pdf/sheet.ts";
import type { Invoice, InvoiceLine } from "./invoice.ts";
import { taxesOf } from "./taxes.ts";

interface Column {
  head: readonly string[];
  width: number;
  /** The cell of an item: one line of text, flush right. */
  cell: (line: InvoiceLine) => string;
  /** The cell of the last row, the total. */
  sum?: string;
}

const PADDING = 4;
const ROW_PADDING = 5;
const HEAD_HEIGHT = 30;
const SUM_HEIGHT = 22;

export interface Frame {
  /** The lower edge of the usable page. */
  bottom: number;
  /** Begins another page. @returns the upper edge of its usable part */
  nextPage: () => number;
}

/** @returns the lower edge */
export function drawLines(sheet: Sheet, invoice: Invoice, top: number, { bottom, nextPage }: Frame): number {
  const columns = columnsOf(invoice);
  // Titles wrap within the width that the other columns leave.
  const itemWidth = RIGHT - PAGE.margin - columns.reduce((sum, { width }) => sum + width, 0);
  const item = { x: PAGE.margin + PADDING, width: itemWidth - 2 * PADDING };
  const drawCells = (cells: readonly string[], y: number, textStyle: TextStyle) => {
    let x = PAGE.margin + itemWidth;
    for (const [at, { width }] of columns.entries()) {
      sheet.flushRight(cells[at] ?? "", { x: x + PADDING, y, width: width - 2 * PADDING }, textStyle);
      x += width;
    }
  };
  const drawHead = (y: number) => {
    sheet.fill({ x: PAGE.margin, y, width: RIGHT - PAGE.margin }, HEAD_HEIGHT, COLORS.linen);
    const topOf = (lines: number) => y + (HEAD_HEIGHT - sheet.heightOf(lines, TEXT_STYLES.label)) / 2;
    sheet.lines(["Item"], { ...item, y: topOf(1) }, TEXT_STYLES.label);
    for (const line of [0, 1]) {
      drawCells(
        columns.map(({ head }) => (head.length === 2 ? (head[line] ?? "") : "")),
        topOf(2) + sheet.heightOf(line, TEXT_STYLES.label),
        TEXT_STYLES.label,
      );
    }
    drawCells(
      columns.map(({ head }) => (head.length === 1 ? (head[0] ?? "") : "")),
      topOf(1),
      TEXT_STYLES.label,
    );
    return y + HEAD_HEIGHT;
  };

  let y = drawHead(top);
  for (const [at, line] of invoice.lines.entries()) {
    const title = sheet.linesOf(`${at + 1}. ${line.title}`, item.width, TEXT_STYLES.cell);
    const details = [`SKU ${line.sku}`, ...line.lots.map((lot) => `Lot ${lot}`)].flatMap((text) =>
      sheet.linesOf(text, item.width, TEXT_STYLES.small),
    );
    const height =
      sheet.heightOf(title.length, TEXT_STYLES.cell) +
      sheet.heightOf(details.length, TEXT_STYLES.small) +
      2 * ROW_PADDING;
    if (y + height > bottom) y = drawHead(nextPage());
    const text = { ...item, y: y + ROW_PADDING };
    sheet.lines(details, { ...text, y: sheet.lines(title, text, TEXT_STYLES.cell) }, TEXT_STYLES.small);
    drawCells(
      columns.map(({ cell }) => cell(line)),
      y + ROW_PADDING,
      TEXT_STYLES.cell,
    );
    y += height;
    sheet.rule(y);
  }
  if (y + SUM_HEIGHT > bottom) y = drawHead(nextPage());
  sheet.lines(["Total"], { ...item, y: y + ROW_PADDING }, TEXT_STYLES.cellStrong);
  drawCells(
    columns.map(({ sum = "" }) => sum),
    y + ROW_PADDING,
    TEXT_STYLES.cellStrong,
  );
  sheet.rule(y + SUM_HEIGHT, { color: COLORS.bark });
  return y + SUM_HEIGHT;
}

function columnsOf(invoice: Invoice): Column[] {
  const { total } = invoice;
  const chargesPaise = paise(total.shippingPaise + total.feesPaise);
  const column = (head: readonly string[], width: number, cell: Column["cell"], sum?: string): Column => ({
    head,
    width,
    cell,
    ...(sum !== undefined && { sum }),
  });
  return [
    column(["HSN"], 45, ({ hsn }) => hsn),
    column(["Qty"], 25, ({ quantity }) => String(quantity), String(total.quantity)),
    column(["Unit price", "incl. GST"], 51, ({ unitPaise }) => formatAmount(unitPaise)),
    column(["Discount"], 46, ({ discountPaise }) => dashed(discountPaise), dashed(total.discountPaise)),
    ...(chargesPaise > 0
      ? [
          column(
            ["Shipping", ...(total.feesPaise > 0 ? ["and fees"] : [])],
            43,
            ({ shippingPaise }) => dashed(shippingPaise),
            formatAmount(chargesPaise),
          ),
        ]
      : []),
    column(
      ["Taxable", "value"],
      53,
      ({ taxablePaise }) => formatAmount(taxablePaise),
      formatAmount(total.taxablePaise),
    ),
    column(["GST"], 28, ({ gstPercent }) => `${gstPercent}%`),
    ...taxesOf(invoice).map(({ name, of }) =>
      column([name], 46, (line) => formatAmount(of(line)), formatAmount(of(total))),
    ),
    column(["Total (₹)"], 56, ({ totalPaise }) => formatAmount(totalPaise), formatAmount(total.totalPaise)),
  ];
}

const dashed = (paise: Paise) => (paise === 0 ? "–" : formatAmount(paise));
