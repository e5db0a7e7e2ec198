/** Draws delivery challans as PDF, each in its three copies (rule 55(2) of the CGST rules). */

import { formatDay } from "../../../../contract/dates.ts";
import { formatAmount } from "../../../base/money.ts";
import { COLORS, createSheet, PAGE, RIGHT, type Sheet, TEXT_STYLES } from "../../../platform/pdf/sheet.ts";
import { drawTable, type Table } from "../../../platform/pdf/table.ts";
import { headingOf } from "../invoice/paper.ts";
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
  const nextPage = () => {
    sheet.addPage();
    return PAGE.margin;
  };
  let y = drawHead(sheet, challan, copy);
  y = drawTable(sheet, tableOf(challan), y + 16, { bottom: BOTTOM, nextPage });
  const { quantity, totalPaise } = challan.total;
  const total = `Total ${quantity} PCS, value ₹${formatAmount(totalPaise)}`;
  sheet.flushRight(total, { x: PAGE.margin, y: y + 5, width: WIDTH - 4 }, TEXT_STYLES.cellStrong);
  y += 22;
  if (y + SIGNATURE_HEIGHT > BOTTOM) y = nextPage();
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
  const { title, mark } = headingOf({ title: challan.title, number: challan.number, mark: copy });
  sheet.paragraph(seller.brand.toUpperCase(), { x: PAGE.margin, y: top + 2, width: HALF }, TEXT_STYLES.brand);
  sheet.within("H1", () => sheet.flushRight(title, { ...right, y: top + 4 }, TEXT_STYLES.title));
  sheet.flushRight(mark, { ...right, y: top + 29 }, TEXT_STYLES.small);
  sheet.rule(top + 46);
  const party = (label: string, lines: readonly string[], y: number) => {
    const box = { x: PAGE.margin, width: HALF };
    const [name = "", ...rest] = lines;
    let at = sheet.within("H2", () => sheet.lines([label], { ...box, y }, TEXT_STYLES.label)) + 2;
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
  const drawFact = (at: number, [label, value]: readonly [string, string]) =>
    sheet.fact(
      () => sheet.lines([label], { x: MIDDLE + 12, y: at, width: 92 }, TEXT_STYLES.small),
      () => {
        const box = { x: MIDDLE + 104, y: at - 0.5, width: RIGHT - MIDDLE - 104 };
        return sheet.paragraph(value, box, TEXT_STYLES.strong) + 2;
      },
    );
  const below = sheet.within("Table", () => facts.reduce(drawFact, top + 58));
  return Math.max(left, below) + 12;
}

function tableOf(challan: Challan): Table<ChallanLine> {
  const column = (head: string, width: number, cell: (line: ChallanLine) => string) => ({ head: [head], width, cell });
  return {
    lines: challan.lines,
    title: ({ title }) => title,
    details: ({ sku }) => [`SKU ${sku}`],
    columns: [
      column("HSN", 56, ({ hsn }) => hsn),
      column("Quantity", 50, ({ quantity }) => `${quantity} PCS`),
      column("Taxable value", 66, ({ taxablePaise }) => formatAmount(taxablePaise)),
      column("GST", 32, ({ gstPercent }) => (gstPercent === null ? "–" : `${gstPercent}%`)),
      ...taxesOf(challan).map(({ name, of }) =>
        column(name, 56, (line) => (line.gstPercent === null ? "–" : formatAmount(of(line)))),
      ),
      column("Value (₹)", 64, ({ totalPaise }) => formatAmount(totalPaise)),
    ],
  };
}
