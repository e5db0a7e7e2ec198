/**
 * Draws a tax invoice, or its credit note, as PDF: head and addresses, the table of items, totals, and the statements that the law
 * requires.
 */

import { setImmediate } from "node:timers/promises";
import { formatDay } from "../../../../contract/dates.ts";
import { ROUNDING_LABEL } from "../../../../contract/orders/rounding.ts";
import { formatAmount, paise } from "../../../base/money.ts";
import {
  COLORS,
  createSheet,
  PAGE,
  RIGHT,
  type Sheet,
  TEXT_STYLES,
  type TextStyle,
} from "../../../platform/pdf/sheet.ts";
import { drawTable } from "../../../platform/pdf/table.ts";
import type { IssuedInvoice } from "./invoice.ts";
import { BOTTOM, drawFoot, drawHead, drawParty, drawStatements, HALF, MIDDLE, statementsHeight } from "./paper.ts";
import { tableOf } from "./table.ts";
import { type TaxParts, taxesOf } from "./taxes.ts";

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
const COPIES = {
  recipient: "Original for recipient",
  transporter: "Duplicate for transporter",
  supplier: "Triplicate for supplier",
} as const;
export type Copy = keyof typeof COPIES;

function drawOnto(sheet: Sheet, invoice: IssuedInvoice, copy: Copy): void {
  const kind = kindOf(invoice);
  sheet.begin((page, pages) => drawFoot(sheet, invoice.seller, kind.number, { page, pages }));
  const nextPage = () => {
    sheet.addPage();
    return sheet.aside(() => drawContinuedHead(sheet, invoice));
  };
  const { amendment } = invoice;
  let y = drawHead(sheet, {
    seller: invoice.seller,
    title: kind.title,
    number: kind.number,
    mark: [amendment && `Amended copy of ${formatDay(amendment.at)}`, COPIES[copy]].filter(Boolean).join(" · "),
    facts: [
      ...kind.facts,
      ["Order ID", invoice.orderNumber],
      ["Order date", formatDay(invoice.orderedAt)],
      ["Place of supply", invoice.placeOfSupply],
      ["Tax payable on reverse charge", "No"],
    ],
  });
  y = drawParties(sheet, invoice, y + 16);
  y = drawTable(sheet, tableOf(invoice), y + 16, { bottom: BOTTOM, nextPage });
  // The closing parts stay together on one page.
  if (y + closingHeight(sheet, invoice) > BOTTOM) y = nextPage();
  drawClosing(sheet, invoice, y + 14);
}

/** In what invoice and credit note differ. */
function kindOf({ number, date, further = [], credit, words: { title } }: IssuedInvoice) {
  const invoice = [{ number, date }, ...further].flatMap(
    (one) =>
      [
        ["Invoice number", one.number],
        ["Invoice date", formatDay(one.date)],
      ] as const,
  );
  if (!credit) return { title, number, date, facts: invoice };
  const facts = [
    ["Credit note number", credit.number],
    ["Credit note date", formatDay(credit.date)],
    ...invoice,
  ] as const;
  return { title, number: credit.number, date: credit.date, facts };
}

function drawParties(sheet: Sheet, { billTo, shipTo, amendment }: IssuedInvoice, y: number): number {
  const left = { x: PAGE.margin, y, width: HALF };
  const right = { x: MIDDLE + 12, y, width: HALF };
  const billed = drawParty(sheet, "Bill to", billTo, left, billTo.contact);
  const shipped = drawParty(sheet, amendment ? "Ship to, as amended" : "Ship to", shipTo, right);
  if (!amendment) return Math.max(billed, shipped);
  return Math.max(billed, drawParty(sheet, "Ship to, as issued", amendment.issuedShipTo, { ...right, y: shipped + 6 }));
}

function drawContinuedHead(sheet: Sheet, invoice: IssuedInvoice): number {
  const { title, number } = kindOf(invoice);
  const y = PAGE.margin;
  sheet.lines([invoice.seller.brand], { x: PAGE.margin, y, width: HALF }, TEXT_STYLES.strong);
  sheet.flushRight(`${title} ${number}, continued`, { x: MIDDLE, y, width: RIGHT - MIDDLE }, TEXT_STYLES.small);
  sheet.rule(y + 18);
  return y + 30;
}

/** Draws what is below the table: taxes by rate on the left, the total on the right, then the total in words. */
function drawClosing(sheet: Sheet, invoice: IssuedInvoice, top: number): void {
  const below = Math.max(drawRates(sheet, invoice, top), drawTotals(sheet, invoice, top)) + 14;
  drawStatements(sheet, invoice.words.statements, invoice.words.note, below);
}

const RATE_ROW = 14;
const TOTAL_ROW = 16;

function drawRates(sheet: Sheet, invoice: IssuedInvoice, top: number): number {
  const taxes = taxesOf(invoice);
  const cellsOf = ({ gstPercent, ...amounts }: TaxParts & { gstPercent: number }) => [
    `${gstPercent}%`,
    formatAmount(amounts.taxablePaise),
    ...taxes.map(({ part, of }) => `${gstPercent * part}%: ${formatAmount(of(amounts))}`),
  ];
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
    const y = row(["GST rate", "Taxable value", ...taxes.map(({ name }) => name)], top, TEXT_STYLES.label);
    return invoice.rates.reduce((at, rate) => row(cellsOf(rate), at, TEXT_STYLES.cell), y);
  });
}

function totalRows(invoice: IssuedInvoice): { label: string; amount: string }[] {
  const { total, shippingMethod, credit } = invoice;
  const { roundingPaise = paise(0) } = total;
  const discounts = [
    { label: "Discount", off: paise(total.discountPaise - roundingPaise) },
    { label: ROUNDING_LABEL, off: roundingPaise },
  ].filter(({ off }) => off > 0);
  return [
    { label: "Subtotal", amount: formatAmount(total.subtotalPaise) },
    ...discounts.map(({ label, off }) => ({ label, amount: `−${formatAmount(off)}` })),
    {
      label: credit ? "Shipping and fees" : `Shipping (${shippingMethod})`,
      amount: total.shippingPaise === 0 && !credit ? "Free" : formatAmount(total.shippingPaise),
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
  return 14 + Math.max(totals, rates) + 14 + statementsHeight(sheet, invoice.words.statements);
}
