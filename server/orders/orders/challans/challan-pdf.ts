/** Draws delivery challans as PDF, each in its three copies (rule 55(2) of the CGST rules). */

import { formatDay } from "../../../../contract/dates.ts";
import { formatAmount } from "../../../base/money.ts";
import { COLORS, createSheet, PAGE, RIGHT, type Sheet, TEXT_STYLES } from "../../../platform/pdf/sheet.ts";
import { taxesOf } from "../invoice/taxes.ts";
import type { Challan, ChallanLine } from "./challan.ts";

const COPIES = ["Original for consignee", "Duplicate for transporter", "Triplicate for consigner"];
const WIDTH = RIGHT - PAGE.margin;
const MIDDLE = PAGE.width / 2;
const HALF = (WIDTH - 24) / 2;
const FOOT = PAGE.height - PAGE.margin;
const BOTTOM = FOOT - 24;
const SIGNATURE_HEIGHT = 110;

/** @param challans at least one */
export function drawChallans(challans: readonly Challan[]): Promise<Buffer> {
  const [first] = challans;
  const sheet = createSheet({
    title: challans.length === 1 ? `Delivery challan ${first?.number}` : "Delivery challans",
    author: first?.seller.name ?? "",
    date: first?.date ?? new Date(),
  });
  for (const challan of challans) for (const copy of COPIES) drawOnto(sheet, challan, copy);
  return sheet.finish();
}

function drawOnto(sheet: Sheet, challan: Challan, copy: string): void {
  const { seller } = challan;
  sheet.begin((page, pages) => {
    sheet.rule(FOOT - 12);
    const box = { x: PAGE.margin, y: FOOT - 6, width: WIDTH };
    sheet.lines([`${seller.name} · GSTIN ${seller.gstin} · ${challan.number}`], box, TEXT_STYLES.small);
    sheet.flushRight(`Page ${page} of ${pages}`, box, TEXT_STYLES.small);
  });
  let y = drawHead(sheet, challan, copy);
  y = drawTable(sheet, challan, y + 16);
  if (y + SIGNATURE_HEIGHT > BOTTOM) {
    sheet.addPage();
    y = PAGE.margin;
  }
  for (const text of [challan.reason, challan.note])
    y = sheet.paragraph(text, { x: PAGE.margin, y: y + 8, width: WIDTH }, TEXT_STYLES.body);
  sheet.rule(y + 56, { x: RIGHT - HALF, width: HALF, color: COLORS.bark });
  const box = { x: RIGHT - HALF, y: y + 60, width: HALF };
  sheet.flushRight(`Authorised signatory, ${seller.name}`, box, TEXT_STYLES.small);
}

function drawHead(sheet: Sheet, challan: Challan, copy: string): number {
  const { seller, consignee, invoice } = challan;
  const top = PAGE.margin;
  const right = { x: MIDDLE, width: RIGHT - MIDDLE };
  sheet.paragraph(seller.brand.toUpperCase(), { x: PAGE.margin, y: top + 2, width: HALF }, TEXT_STYLES.brand);
  sheet.flushRight(challan.title, { ...right, y: top + 4 }, TEXT_STYLES.title);
  sheet.flushRight(copy, { ...right, y: top + 29 }, TEXT_STYLES.small);
  sheet.rule(top + 46);
  const party = (label: string, lines: readonly string[], y: number) => {
    const box = { x: PAGE.margin, width: HALF };
    const [name = "", ...rest] = lines;
    let at = sheet.lines([label], { ...box, y }, TEXT_STYLES.label) + 2;
    at = sheet.paragraph(name, { ...box, y: at }, TEXT_STYLES.strong);
    for (const line of rest) at = sheet.paragraph(line, { ...box, y: at }, TEXT_STYLES.body);
    return at;
  };
  const consigner = party(
    "CONSIGNER",
    [seller.name, ...seller.address, seller.state, `GSTIN ${seller.gstin}`],
    top + 58,
  );
  const left = party("CONSIGNEE", [consignee.name, ...consignee.address, consignee.state], consigner + 12);
  const facts: readonly (readonly [string, string])[] = [
    ["Challan number", challan.number],
    ["Challan date", formatDay(challan.date)],
    ["Order ID", challan.orderNumber],
    ...(invoice
      ? ([
          ["Invoice number", invoice.number],
          ["Invoice date", formatDay(invoice.at)],
        ] as const)
      : []),
    ["Place of supply", challan.placeOfSupply],
    ["Courier", `${challan.courier}, AWB ${challan.awb}`],
    ...(challan.ewayBill ? ([["E-way bill", challan.ewayBill]] as const) : []),
  ];
  const below = facts.reduce((at, [label, value]) => {
    sheet.lines([label], { x: MIDDLE + 12, y: at, width: 92 }, TEXT_STYLES.small);
    const box = { x: MIDDLE + 104, y: at - 0.5, width: RIGHT - MIDDLE - 104 };
    return sheet.paragraph(value, box, TEXT_STYLES.strong) + 2;
  }, top + 58);
  return Math.max(left, below) + 12;
}

function drawTable(sheet: Sheet, challan: Challan, top: number): number {
  const taxes = taxesOf(challan).map(({ name, of }) => ({
    head: name,
    width: 56,
    cell: (line: ChallanLine) => (line.gstPercent === null ? "–" : formatAmount(of(line))),
  }));
  const columns: readonly { head: string; width: number; cell: (line: ChallanLine) => string }[] = [
    { head: "HSN", width: 56, cell: ({ hsn }) => hsn },
    { head: "Quantity", width: 50, cell: ({ quantity }) => `${quantity} PCS` },
    { head: "Taxable value", width: 66, cell: ({ taxablePaise }) => formatAmount(taxablePaise) },
    { head: "GST", width: 32, cell: ({ gstPercent }) => (gstPercent === null ? "–" : `${gstPercent}%`) },
    ...taxes,
    { head: "Value (₹)", width: 64, cell: ({ totalPaise }) => formatAmount(totalPaise) },
  ];
  const itemWidth = WIDTH - columns.reduce((sum, { width }) => sum + width, 0);
  const row = (cells: readonly string[], y: number, style: typeof TEXT_STYLES.cell | typeof TEXT_STYLES.label) => {
    let x = PAGE.margin + itemWidth;
    for (const [at, { width }] of columns.entries()) {
      sheet.flushRight(cells[at] ?? "", { x: x + 4, y, width: width - 8 }, style);
      x += width;
    }
  };
  const head = (y: number) => {
    sheet.fill({ x: PAGE.margin, y, width: WIDTH }, 22, COLORS.linen);
    sheet.lines(["Item"], { x: PAGE.margin + 4, y: y + 6, width: itemWidth }, TEXT_STYLES.label);
    row(
      columns.map(({ head: name }) => name),
      y + 6,
      TEXT_STYLES.label,
    );
    return y + 22;
  };
  let y = head(top);
  for (const line of challan.lines) {
    const item = { x: PAGE.margin + 4, width: itemWidth - 8 };
    const title = sheet.linesOf(line.title, item.width, TEXT_STYLES.cell);
    const height = sheet.heightOf(title.length, TEXT_STYLES.cell) + sheet.heightOf(1, TEXT_STYLES.small) + 10;
    if (y + height > BOTTOM) {
      sheet.addPage();
      y = head(PAGE.margin);
    }
    const below = sheet.lines(title, { ...item, y: y + 5 }, TEXT_STYLES.cell);
    sheet.lines([`SKU ${line.sku}`], { ...item, y: below }, TEXT_STYLES.small);
    row(
      columns.map(({ cell }) => cell(line)),
      y + 5,
      TEXT_STYLES.cell,
    );
    y += height;
    sheet.rule(y);
  }
  const { quantity, totalPaise } = challan.total;
  const text = `Total ${quantity} PCS, value ₹${formatAmount(totalPaise)}`;
  sheet.flushRight(text, { x: PAGE.margin, y: y + 5, width: WIDTH - 4 }, TEXT_STYLES.cellStrong);
  return y + 22;
}
