/**
 * Draws a tax invoice, or its credit note, as PDF: head and addresses, the table of items, totals, and the statements that the law
 * requires.
 */

import { setImmediate } from "node:timers/promises";
import { formatDay } from "../../../../contract/dates.ts";
import { formatAmount } from "../../../base/money.ts";
import {
  type Box,
  COLORS,
  createSheet,
  PAGE,
  RIGHT,
  type Sheet,
  TEXT_STYLES,
  type TextStyle,
} from "../../../platform/pdf/sheet.ts";
import { drawTable } from "../../../platform/pdf/table.ts";
import type { IssuedInvoice, Party } from "./invoice.ts";
import { tableOf } from "./table.ts";
import { type TaxParts, taxesOf } from "./taxes.ts";

const MIDDLE = PAGE.width / 2;
const HALF = (RIGHT - PAGE.margin - 24) / 2;
const FOOT = PAGE.height - PAGE.margin;
/** The lower edge of the content, above the footer. */
const BOTTOM = FOOT - 16;
const MARK_SIDE = 32;

/**
 * Draws an invoice or credit note. Takes about 9 ms of CPU with a few items and 20 ms with forty; the first one of a process takes 80 ms
 * more, for HarfBuzz and the fonts. So it runs on a thread of its own (draw-on-thread.ts).
 */
export async function drawInvoice(invoice: IssuedInvoice): Promise<Buffer> {
  const { title, number, date } = kindOf(invoice);
  const sheet = createSheet({ title: `${title} ${number}`, author: invoice.seller.name, date });
  drawOnto(sheet, invoice, "recipient");
  return sheet.finish();
}

/**
 * Draws invoices as one PDF, and yields to other requests in between.
 * @param invoices at least one
 * @param copy which of their copies
 */
export async function drawInvoices(invoices: readonly IssuedInvoice[], copy: Copy = "recipient"): Promise<Buffer> {
  const sheet = createSheet({ title: "Invoices", author: invoices[0]?.seller.name ?? "", date: new Date() });
  for (const invoice of invoices) {
    drawOnto(sheet, invoice, copy);
    await setImmediate();
  }
  return sheet.finish();
}

/** The copies of an invoice by their marks (rule 48(1) of the CGST rules). */
export const COPIES = {
  recipient: "Original for recipient",
  transporter: "Duplicate for transporter",
  supplier: "Triplicate for supplier",
} as const;
export type Copy = keyof typeof COPIES;

function drawOnto(sheet: Sheet, invoice: IssuedInvoice, copy: Copy): void {
  sheet.begin((page, pages) => drawFoot(sheet, invoice, page, pages));
  const nextPage = () => {
    sheet.addPage();
    return sheet.aside(() => drawContinuedHead(sheet, invoice));
  };
  let y = drawHead(sheet, invoice, COPIES[copy]);
  y = drawParties(sheet, invoice, y + 16);
  y = drawTable(sheet, tableOf(invoice), y + 16, { bottom: BOTTOM, nextPage });
  // The closing parts stay together on one page.
  if (y + closingHeight(sheet, invoice) > BOTTOM) y = nextPage();
  drawClosing(sheet, invoice, y + 14);
}

/** In what invoice and credit note differ. */
function kindOf({ number, date, credit, words: { title } }: IssuedInvoice) {
  const invoice = [
    ["Invoice number", number],
    ["Invoice date", formatDay(date)],
  ] as const;
  if (!credit) return { title, number, date, facts: invoice };
  const facts = [
    ["Credit note number", credit.number],
    ["Credit note date", formatDay(credit.date)],
    ...invoice,
  ] as const;
  return { title, number: credit.number, date: credit.date, facts };
}

function drawHead(sheet: Sheet, invoice: IssuedInvoice, copy: string): number {
  const { seller } = invoice;
  const kind = kindOf(invoice);
  const top = PAGE.margin;
  sheet.mark({ x: PAGE.margin, y: top }, MARK_SIDE, COLORS.leaf);
  const brand = { x: PAGE.margin + MARK_SIDE + 8, y: top + 2, width: HALF - MARK_SIDE - 8 };
  sheet.paragraph(seller.brand.toUpperCase(), brand, TEXT_STYLES.brand);
  sheet.within("H1", () =>
    sheet.flushRight(kind.title, { x: MIDDLE, y: top + 4, width: RIGHT - MIDDLE }, TEXT_STYLES.title),
  );
  const { amendment } = invoice;
  const marks = [amendment && `Amended copy of ${formatDay(amendment.at)}`, copy].filter(Boolean).join(" · ");
  sheet.flushRight(marks, { x: MIDDLE, y: top + 29, width: RIGHT - MIDDLE }, TEXT_STYLES.small);
  sheet.rule(top + 46);
  const y = top + 58;
  const left = drawParty(sheet, "Sold by", seller, { x: PAGE.margin, y, width: HALF }, [`GSTIN ${seller.gstin}`]);
  const facts = [
    ...kind.facts,
    ["Order ID", invoice.orderNumber],
    ["Order date", formatDay(invoice.orderedAt)],
    ["Place of supply", invoice.placeOfSupply],
    ["Tax payable on reverse charge", "No"],
  ] as const;
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

function drawParties(sheet: Sheet, { billTo, shipTo, amendment }: IssuedInvoice, y: number): number {
  const left = { x: PAGE.margin, y, width: HALF };
  const right = { x: MIDDLE + 12, y, width: HALF };
  const billed = drawParty(sheet, "Bill to", billTo, left, billTo.contact);
  const shipped = drawParty(sheet, amendment ? "Ship to, as amended" : "Ship to", shipTo, right);
  if (!amendment) return Math.max(billed, shipped);
  return Math.max(billed, drawParty(sheet, "Ship to, as issued", amendment.issuedShipTo, { ...right, y: shipped + 6 }));
}

function drawParty(sheet: Sheet, label: string, party: Party, box: Box, more: readonly string[] = []): number {
  let y = sheet.within("H2", () => sheet.lines([label.toUpperCase()], box, TEXT_STYLES.label)) + 2;
  y = sheet.paragraph(party.name, { ...box, y }, TEXT_STYLES.strong);
  for (const line of [...party.address, party.state, ...more])
    y = sheet.paragraph(line, { ...box, y }, TEXT_STYLES.body);
  return y;
}

function drawContinuedHead(sheet: Sheet, invoice: IssuedInvoice): number {
  const { title, number } = kindOf(invoice);
  const y = PAGE.margin;
  sheet.lines([invoice.seller.brand], { x: PAGE.margin, y, width: HALF }, TEXT_STYLES.strong);
  sheet.flushRight(`${title} ${number}, continued`, { x: MIDDLE, y, width: RIGHT - MIDDLE }, TEXT_STYLES.small);
  sheet.rule(y + 18);
  return y + 30;
}

type Statement = IssuedInvoice["words"]["statements"][number];

/** Draws what is below the table: taxes by rate on the left, the total on the right, then the total in words. */
function drawClosing(sheet: Sheet, invoice: IssuedInvoice, top: number): void {
  const below = Math.max(drawRates(sheet, invoice, top), drawTotals(sheet, invoice, top)) + 14;
  sheet.rule(below);
  const width = RIGHT - PAGE.margin;
  const drawStatement = (y: number, { label, text }: Statement) =>
    sheet.fact(
      () => sheet.lines([label], { x: PAGE.margin, y, width: LABEL_WIDTH }, TEXT_STYLES.small),
      () => {
        const box = { x: PAGE.margin + LABEL_WIDTH, y: y - 0.5, width: width - LABEL_WIDTH };
        return sheet.paragraph(text, box, TEXT_STYLES.strong) + 3;
      },
    );
  const y = sheet.within("Table", () => invoice.words.statements.reduce(drawStatement, below + 10));
  sheet.paragraph(invoice.words.note, { x: PAGE.margin, y: y + 6, width }, TEXT_STYLES.small);
}

const LABEL_WIDTH = 92;

const RATE_ROW = 14;
const TOTAL_ROW = 16;

function drawRates(sheet: Sheet, invoice: IssuedInvoice, top: number): number {
  const amounts = [{ name: "Taxable value", of: ({ taxablePaise }: TaxParts) => taxablePaise }, ...taxesOf(invoice)];
  const row = (cells: readonly string[], y: number, textStyle: typeof TEXT_STYLES.label | typeof TEXT_STYLES.cell) => {
    const isHead = textStyle === TEXT_STYLES.label;
    sheet.within("TR", () => {
      cells.forEach((text, at) => {
        const box = { x: PAGE.margin + at * 66 - 16, y: y + 2, width: 62 };
        const draw = () =>
          at === 0
            ? sheet.lines([text], { ...box, x: PAGE.margin }, textStyle)
            : sheet.flushRight(text, box, textStyle);
        if (isHead) sheet.within("TH", draw, { scope: "Column" });
        else if (at === 0) sheet.within("TH", draw, { scope: "Row" });
        else sheet.within("TD", draw);
      });
    });
    return y + RATE_ROW;
  };
  return sheet.within("Table", () => {
    const y = row(["GST rate", ...amounts.map(({ name }) => name)], top, TEXT_STYLES.label);
    return invoice.rates.reduce(
      (at, rate) =>
        row([`${rate.gstPercent}%`, ...amounts.map(({ of }) => formatAmount(of(rate)))], at, TEXT_STYLES.cell),
      y,
    );
  });
}

function totalRows(invoice: IssuedInvoice): { label: string; amount: string }[] {
  const { total, shippingMethod } = invoice;
  return [
    { label: "Subtotal", amount: formatAmount(total.subtotalPaise) },
    ...(total.discountPaise > 0 ? [{ label: "Discount", amount: `−${formatAmount(total.discountPaise)}` }] : []),
    {
      label: `Shipping (${shippingMethod})`,
      amount: total.shippingPaise === 0 ? "Free" : formatAmount(total.shippingPaise),
    },
    ...total.fees.map(({ label, amountPaise }) => ({ label, amount: formatAmount(amountPaise) })),
  ];
}

function drawTotals(sheet: Sheet, invoice: IssuedInvoice, top: number): number {
  const x = MIDDLE + 60;
  const width = RIGHT - x - 4;
  const row = (label: string, amount: string, y: number, textStyle: TextStyle) => {
    sheet.fact(
      () => sheet.lines([label], { x, y, width }, textStyle),
      () => sheet.flushRight(amount, { x, y, width }, textStyle),
    );
    return y + TOTAL_ROW;
  };
  return sheet.within("Table", () => {
    const y = totalRows(invoice).reduce((at, { label, amount }) => row(label, amount, at, TEXT_STYLES.body), top);
    sheet.rule(y + 1, { x, width: RIGHT - x, color: COLORS.bark });
    return row("Total", `₹${formatAmount(invoice.total.totalPaise)}`, y + 7, TEXT_STYLES.total);
  });
}

function closingHeight(sheet: Sheet, invoice: IssuedInvoice): number {
  const totals = (totalRows(invoice).length + 1) * TOTAL_ROW + 7;
  const rates = (invoice.rates.length + 1) * RATE_ROW;
  const width = RIGHT - PAGE.margin - LABEL_WIDTH;
  const said = invoice.words.statements.reduce(
    (height, { text }) =>
      height + sheet.heightOf(sheet.linesOf(text, width, TEXT_STYLES.strong).length, TEXT_STYLES.strong) + 3,
    0,
  );
  return 14 + Math.max(totals, rates) + 24 + said + 6 + sheet.heightOf(1, TEXT_STYLES.small);
}

function drawFoot(sheet: Sheet, invoice: IssuedInvoice, page: number, pages: number): void {
  const { seller } = invoice;
  sheet.rule(FOOT - 12);
  const box = { x: PAGE.margin, y: FOOT - 6, width: RIGHT - PAGE.margin };
  sheet.lines([`${seller.name} · GSTIN ${seller.gstin} · ${kindOf(invoice).number}`], box, TEXT_STYLES.small);
  sheet.flushRight(`Page ${page} of ${pages}`, box, TEXT_STYLES.small);
}
