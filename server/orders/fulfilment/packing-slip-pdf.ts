/** Draws the packing slip as PDF: head, address, and a row for each item with a line on which to tick it off. */

import { formatDay } from "../../../contract/dates.ts";
import { NOUN_LABELS } from "../../../contract/orders/change-nouns.ts";
import { type Box, COLORS, createSheet, PAGE, RIGHT, type Sheet, TEXT_STYLES } from "../../platform/pdf/sheet.ts";
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
  sheet.within("H1", () => sheet.flushRight("Packing slip", { ...right, y: PAGE.margin + 4 }, TEXT_STYLES.title));
  sheet.rule(PAGE.margin + 46);
  const top = PAGE.margin + 58;
  const shipTo = { x: PAGE.margin, y: top, width: HALF };
  let left = sheet.within("H2", () => sheet.lines(["SHIP TO"], shipTo, TEXT_STYLES.label)) + 2;
  for (const line of slip.shipTo) left = sheet.paragraph(line, { ...shipTo, y: left }, TEXT_STYLES.body);
  const facts = [
    ...(slip.isTest ? ["TEST ORDER, DO NOT SEND"] : []),
    `Order ID ${slip.orderNumber}`,
    `Ordered ${formatDay(slip.orderedAt)}`,
    `Shipping ${slip.shippingMethod}`,
    ...(slip.ewayBill === null ? [] : [`E-way bill ${slip.ewayBill || "____________________"}`]),
    ...(slip.noun ? [NOUN_LABELS[slip.noun]] : []),
    ...(slip.pending ? [`${slip.pending === "edit" ? "A change" : "An exchange"} of the items awaits payment`] : []),
    ...(slip.gift ? [slip.gift.isWrapped ? "Gift, in gift wrap" : "Gift"] : []),
  ];
  const bars = facts.reduce((y, fact) => sheet.lines([fact], { ...right, y }, TEXT_STYLES.strong), top) + 8;
  // Scanned to find the order. Its quiet zone reaches into the margin between the columns.
  drawBarcode(sheet, slip.orderNumber, { ...right, x: right.x - 10, y: bars }, BARCODE_HEIGHT);
  const below = bars + BARCODE_HEIGHT;

  let y = drawItems(sheet, slip, Math.max(left, below) + 20);
  if (slip.gift?.message) {
    const lines = slip.gift.message.split("\n").flatMap((line) => sheet.linesOf(line, WIDTH, TEXT_STYLES.message));
    const height = 20 + sheet.heightOf(1, TEXT_STYLES.label) + sheet.heightOf(lines.length, TEXT_STYLES.message);
    if (y + height > BOTTOM) {
      sheet.addPage();
      y = PAGE.margin - 20;
    }
    const box = { x: PAGE.margin, width: WIDTH };
    const top = sheet.within("H2", () => sheet.lines(["MESSAGE"], { ...box, y: y + 20 }, TEXT_STYLES.label)) + 2;
    sheet.lines(lines, { ...box, y: top }, TEXT_STYLES.message);
  }
}

/** @returns the lower edge */
function drawItems(sheet: Sheet, slip: PackingSlip, top: number): number {
  const quantity = { x: PAGE.margin + 6, width: QUANTITY_WIDTH };
  const item = {
    x: PAGE.margin + QUANTITY_WIDTH,
    width: WIDTH - QUANTITY_WIDTH - SKU_WIDTH - TICK_WIDTH,
  };
  const code = { x: item.x + item.width, width: SKU_WIDTH };
  const head = (y: number) => {
    sheet.fill({ x: PAGE.margin, y, width: WIDTH }, 22, COLORS.linen);
    const cell = (text: string, box: Omit<Box, "y">) =>
      sheet.within("TH", () => sheet.lines([text], { ...box, y: y + 6 }, TEXT_STYLES.label), { scope: "Column" });
    sheet.within("TR", () => {
      cell("Qty", quantity);
      cell("Item", item);
      cell("SKU", code);
    });
    return y + 22;
  };
  return sheet.within("Table", () => {
    let y = head(top);
    for (const { title: name, sku, quantity: units, lots } of slip.items) {
      const names = sheet.linesOf(name, item.width - 8, TEXT_STYLES.body);
      const details = lots.flatMap((lot) => sheet.linesOf(lot, item.width - 8, TEXT_STYLES.strong));
      const skus = sheet.linesOf(sku, SKU_WIDTH - 8, TEXT_STYLES.body);
      const lines = Math.max(names.length + details.length, skus.length);
      const height = sheet.heightOf(lines, TEXT_STYLES.body) + 2 * ROW_PADDING;
      if (y + height > BOTTOM) {
        sheet.addPage();
        y = sheet.aside(() => head(PAGE.margin));
      }
      const at = y + ROW_PADDING;
      sheet.within("TR", () => {
        sheet.within("TD", () => sheet.lines([String(units)], { ...quantity, y: at }, TEXT_STYLES.strong));
        sheet.within("TD", () => {
          const below = sheet.within("P", () => sheet.lines(names, { ...item, y: at }, TEXT_STYLES.body));
          if (details.length > 0)
            sheet.within("P", () => sheet.lines(details, { ...item, y: below }, TEXT_STYLES.strong));
        });
        sheet.within("TD", () => sheet.lines(skus, { ...code, y: at }, TEXT_STYLES.body));
      });
      // The line on which to tick the item off.
      sheet.rule(at + 11, { x: RIGHT - 24, width: 20, color: COLORS.bark });
      y += height;
      sheet.rule(y);
    }
    return y;
  });
}
