/** Draws the packing slip as PDF: head, address, and a row for each item with a line on which to tick it off. */

import { formatDay } from "../../../contract/dates.ts";
import { COLORS, createSheet, PAGE, RIGHT, type Sheet, TEXT_STYLES } from "../../platform/pdf/sheet.ts";
import { drawBarcode } from "./barcode.ts";
import type { PackingSlip } from "./packing-slip.ts";

const WIDTH = RIGHT - PAGE.margin;
const HALF = (WIDTH - 24) / 2;
const BOTTOM = PAGE.height - PAGE.margin - 16;
const QUANTITY_WIDTH = 40;
const SKU_WIDTH = 130;
const TICK_WIDTH = 34;
const ROW_PADDING = 8;
const BARCODE_HEIGHT = 30;

/** @param slips at least one; each begins on a page of its own */
export function drawSlips(slips: readonly PackingSlip[]): Promise<Buffer> {
  const [first] = slips;
  const title = slips.length === 1 ? `Packing slip ${first?.orderNumber}` : "Packing slips";
  const sheet = createSheet({ title, author: first?.brand ?? "", date: first?.orderedAt ?? new Date() });
  for (const slip of slips) drawOnto(sheet, slip);
  return sheet.finish();
}

function drawOnto(sheet: Sheet, slip: PackingSlip): void {
  sheet.begin((page, pages) => {
    const foot = { x: PAGE.margin, y: PAGE.height - PAGE.margin - 6, width: WIDTH };
    sheet.flushRight(`${slip.orderNumber} · Page ${page} of ${pages}`, foot, TEXT_STYLES.small);
  });
  const right = { x: PAGE.margin + HALF + 24, width: HALF };
  sheet.paragraph(slip.brand, { x: PAGE.margin, y: PAGE.margin, width: HALF }, TEXT_STYLES.brand);
  sheet.flushRight("Packing slip", { ...right, y: PAGE.margin + 4 }, TEXT_STYLES.title);
  sheet.rule(PAGE.margin + 46);
  const top = PAGE.margin + 58;
  let left = sheet.lines(["SHIP TO"], { x: PAGE.margin, y: top, width: HALF }, TEXT_STYLES.label) + 2;
  for (const line of slip.shipTo)
    left = sheet.paragraph(line, { x: PAGE.margin, y: left, width: HALF }, TEXT_STYLES.body);
  const facts = [
    `Order ID ${slip.orderNumber}`,
    `Ordered ${formatDay(slip.orderedAt)}`,
    `Shipping ${slip.shippingMethod}`,
    ...(slip.ewayBill === null ? [] : [`E-way bill ${slip.ewayBill || "____________________"}`]),
    ...(slip.gift ? [slip.gift.isWrapped ? "Gift, in gift wrap" : "Gift"] : []),
  ];
  const bars = sheet.lines(facts, { ...right, y: top }, TEXT_STYLES.strong) + 8;
  // Scanned to find the order. Its quiet zone reaches into the margin between the columns.
  drawBarcode(sheet, slip.orderNumber, { ...right, x: right.x - 10, y: bars }, BARCODE_HEIGHT);
  const below = bars + BARCODE_HEIGHT;

  let y = Math.max(left, below) + 20;
  const item = {
    x: PAGE.margin + QUANTITY_WIDTH,
    width: WIDTH - QUANTITY_WIDTH - SKU_WIDTH - TICK_WIDTH,
  };
  const head = (at: number) => {
    sheet.fill({ x: PAGE.margin, y: at, width: WIDTH }, 22, COLORS.linen);
    sheet.lines(["Qty"], { x: PAGE.margin + 6, y: at + 6, width: QUANTITY_WIDTH }, TEXT_STYLES.label);
    sheet.lines(["Item"], { ...item, y: at + 6 }, TEXT_STYLES.label);
    sheet.lines(["SKU"], { x: item.x + item.width, y: at + 6, width: SKU_WIDTH }, TEXT_STYLES.label);
    return at + 22;
  };
  y = head(y);
  for (const { title: name, sku, quantity, lots } of slip.items) {
    const names = sheet.linesOf(name, item.width - 8, TEXT_STYLES.body);
    const details = lots.flatMap((lot) => sheet.linesOf(lot, item.width - 8, TEXT_STYLES.strong));
    const skus = sheet.linesOf(sku, SKU_WIDTH - 8, TEXT_STYLES.body);
    const lines = Math.max(names.length + details.length, skus.length);
    const height = sheet.heightOf(lines, TEXT_STYLES.body) + 2 * ROW_PADDING;
    if (y + height > BOTTOM) {
      sheet.addPage();
      y = head(PAGE.margin);
    }
    const at = y + ROW_PADDING;
    sheet.lines([String(quantity)], { x: PAGE.margin + 6, y: at, width: QUANTITY_WIDTH }, TEXT_STYLES.strong);
    sheet.lines(details, { ...item, y: sheet.lines(names, { ...item, y: at }, TEXT_STYLES.body) }, TEXT_STYLES.strong);
    sheet.lines(skus, { x: item.x + item.width, y: at, width: SKU_WIDTH }, TEXT_STYLES.body);
    // The line on which to tick the item off.
    sheet.rule(at + 11, { x: RIGHT - 24, width: 20, color: COLORS.bark });
    y += height;
    sheet.rule(y);
  }
  if (slip.gift?.message) {
    const lines = slip.gift.message.split("\n").flatMap((line) => sheet.linesOf(line, WIDTH, TEXT_STYLES.message));
    const height = 20 + sheet.heightOf(1, TEXT_STYLES.label) + sheet.heightOf(lines.length, TEXT_STYLES.message);
    if (y + height > BOTTOM) {
      sheet.addPage();
      y = PAGE.margin - 20;
    }
    const below = sheet.lines(["MESSAGE"], { x: PAGE.margin, y: y + 20, width: WIDTH }, TEXT_STYLES.label) + 2;
    sheet.lines(lines, { x: PAGE.margin, y: below, width: WIDTH }, TEXT_STYLES.message);
  }
}
