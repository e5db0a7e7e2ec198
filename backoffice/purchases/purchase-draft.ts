/** A purchase as it is typed. */

import type { Purchase, ReadLine } from "../../contract/admin/purchases.ts";
import { writtenNumber } from "../../contract/written-amounts.ts";

export interface DraftLine {
  /** Distinguishes lines of the same size. */
  key: string;
  sku: string;
  title: string;
  size: string;
  units: string;
  unitCost: string;
  gst: string;
  lot: string;
  manufacturedOn: string;
  lifeKind: string;
  lifeMonth: string;
}

export const EMPTY_PURCHASE = {
  supplier: "",
  documentNumber: "",
  documentDate: "",
  freight: "",
  duty: "",
  other: "",
  chargesGst: "",
  note: "",
  /** "yes" if the units are in stock already. */
  isInStock: "",
  /** JSON of DraftLine[], so that the lines survive a reload like the other fields. */
  lines: "[]",
};
export type PurchaseDraft = typeof EMPTY_PURCHASE;

/** The fields as forms name them. */
export const PURCHASE_LABELS: Readonly<Record<keyof PurchaseDraft, string>> = {
  supplier: "Supplier",
  documentNumber: "Document’s number",
  documentDate: "Document’s date",
  freight: "Freight, ₹",
  duty: "Duty, ₹",
  other: "Other charges, ₹",
  chargesGst: "GST on these, ₹",
  note: "Note (optional)",
  isInStock: "Its units are in stock already",
  lines: "Lines",
};

/** Returns the lines in words, to compare them with others. */
export const linesText = (lines: string) =>
  linesIn({ lines })
    .map(({ sku, units, unitCost, lot }) => `${units} × ${sku} at ₹${unitCost}${lot && `, lot ${lot}`}`)
    .join("; ");

export const linesIn = (draft: Pick<PurchaseDraft, "lines">) => JSON.parse(draft.lines) as DraftLine[];

const amountOf = (typed: string) => (typed.trim() === "" ? 0 : writtenNumber(typed));
const written = (amount: number) => (amount === 0 ? "" : String(amount));

/** Returns what the API takes. */
export function fieldsOf(draft: PurchaseDraft) {
  const { supplier, documentNumber, documentDate, freight, duty, other, chargesGst, note } = draft;
  return {
    supplier,
    documentNumber,
    documentDate,
    freight: amountOf(freight),
    duty: amountOf(duty),
    other: amountOf(other),
    chargesGst: amountOf(chargesGst),
    note,
    lines: linesIn(draft).map(({ sku, units, unitCost, gst, lot, manufacturedOn, lifeKind, lifeMonth }) => ({
      sku,
      units: writtenNumber(units),
      // A cost is never nothing by mistake.
      unitCost: writtenNumber(unitCost),
      gst: amountOf(gst),
      ...(lot.trim() && {
        lot,
        ...(manufacturedOn && { manufacturedOn }),
        ...(lifeMonth && {
          lifeKind: lifeKind === "expiry" ? ("expiry" as const) : ("use_before" as const),
          lifeMonth,
        }),
      }),
    })),
  };
}

/** Returns the sums of what is typed so far, in rupees; NaN where something is no amount. */
export function sumsOf(draft: PurchaseDraft): { goods: number; charges: number; gst: number; units: number } {
  const { lines, freight, duty, other, chargesGst } = fieldsOf(draft);
  const paise = (amount: number) => Math.round(amount * 100);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + paise(amount), 0) / 100;
  return {
    goods: sum(lines.map(({ units, unitCost }) => (paise(unitCost) * units) / 100)),
    charges: sum([freight, duty, other]),
    gst: sum([chargesGst, ...lines.map(({ gst }) => gst)]),
    units: lines.reduce((total, { units }) => total + units, 0),
  };
}

/** Adds a unit of a scanned size: to its last line, if that names no lot. */
export function withOneMore(
  lines: readonly DraftLine[],
  { sku, title, size }: Pick<DraftLine, "sku" | "title" | "size">,
): DraftLine[] {
  const last = lines.findLast((line) => line.sku === sku);
  if (last)
    return lines.map((line) => (line === last ? { ...line, units: String((Number(line.units) || 0) + 1) } : line));
  return [...lines, lineOf({ sku, title, size, units: "1" })];
}

const lineOf = (line: Partial<DraftLine>): DraftLine => ({
  ...{ sku: "", title: "", size: "", units: "", unitCost: "", gst: "", lot: "", manufacturedOn: "", lifeMonth: "" },
  lifeKind: "use_before",
  ...line,
  key: crypto.randomUUID(),
});

/** Turns read rows into lines. */
export const pastedLines = (rows: readonly ReadLine[]): DraftLine[] =>
  rows.map(({ units, unitCost, gst, ...row }) =>
    lineOf({ ...row, units: String(units), unitCost: String(unitCost), gst: written(gst) }),
  );

/** Turns sizes to order into lines; what they cost says the supplier's invoice. */
export const orderedLines = (sizes: readonly (Pick<DraftLine, "sku" | "title" | "size"> & { order: number })[]) =>
  sizes.map(({ sku, title, size, order }) => lineOf({ sku, title, size, units: String(order) }));

/** Turns a booked purchase into one that can be typed in. */
export function draftOf(purchase: Purchase): PurchaseDraft {
  const { supplier, documentNumber, documentDate, freight, duty, other, chargesGst, note, isInStock } = purchase;
  return {
    supplier,
    documentNumber,
    documentDate,
    freight: written(freight),
    duty: written(duty),
    other: written(other),
    chargesGst: written(chargesGst),
    note,
    isInStock: isInStock ? "yes" : "",
    lines: JSON.stringify(
      purchase.lines.map(
        ({ sku, title, size, units, unitCost, gst, ...packed }, at): DraftLine => ({
          key: String(at),
          sku,
          title,
          size,
          units: String(units),
          unitCost: String(unitCost),
          gst: written(gst),
          lot: packed.lot ?? "",
          manufacturedOn: packed.manufacturedOn ?? "",
          lifeKind: packed.lifeKind ?? "use_before",
          lifeMonth: packed.lifeMonth ?? "",
        }),
      ),
    ),
  };
}
