/**
 * The sections of GSTR-1, the return of outward supplies, for a shop that sells goods to consumers on its own website: B2CL, B2CS, CDNUR,
 * nil-rated supplies, the HSN summary and the documents issued. B2CS, nil-rated supplies and the HSN summary are net of credit notes. The
 * other tables do not apply (docs/orders.md says why).
 */

import { isoDayInIndia } from "../../../../contract/dates.ts";
import { type Paise, paise } from "../../../base/money.ts";
import { type HsnDigits, hsnProblem, rateProblem } from "../../../selling/variants/gst-tables.ts";
import { type DocumentRow, FINANCIAL_CREDIT_NOTE, type Totals } from "./documents.ts";

export interface RateRow extends Totals {
  gstPercent: number;
}

/** Table 7: all other supplies, summed by place of supply and rate; below 0 if more was credited than invoiced. */
export interface B2csRow extends RateRow {
  isInterState: boolean;
  stateCode: string | null;
  placeOfSupply: string;
}

/** Table 5: an inter-state invoice above the limit; table 9B: a credit note for one, with positive amounts. */
export interface LargeDocument {
  number: string;
  date: Date;
  stateCode: string | null;
  placeOfSupply: string;
  totalPaise: Paise;
  rates: RateRow[];
}

/** Table 8: supplies at 0 %, between states or within; below 0 if more was credited than invoiced. */
export interface NilRow {
  isInterState: boolean;
  nilPaise: Paise;
}

/** A credit note that came too late to lower the tax; it is in no other section. */
export interface LateNote {
  number: string;
  date: Date;
  invoiceNumber: string;
  /** Positive. */
  totalPaise: Paise;
}

/** Table 12. */
export interface HsnRow extends RateRow {
  hsn: string;
  quantity: number;
}

/** What table 13 counts. */
const ISSUED = ["invoice", "credit note", "receipt voucher", "refund voucher", "delivery challan"] as const;
export type IssuedDocumentKind = (typeof ISSUED)[number];

/** Table 13: a series of numbers, such as `KW/26-27/`. */
export interface IssuedSeries {
  document: IssuedDocumentKind;
  series: string;
  first: string;
  last: string;
  /** The documents that were issued. */
  count: number;
  /** Numbers between first and last without a document: the return calls them cancelled. */
  cancelled: number;
}

export interface Sections {
  gstin: string;
  b2cl: LargeDocument[];
  b2cs: B2csRow[];
  cdnur: LargeDocument[];
  nil: NilRow[];
  late: LateNote[];
  hsn: HsnRow[];
  issued: IssuedSeries[];
  /** Problems to correct before filing. */
  problems: Problem[];
}

export interface Problem {
  /** A sentence. */
  text: string;
  /** The order with the problem; null if several have it. */
  orderNumber: string | null;
}

const LOWERED = new Date("2024-08-01T00:00:00+05:30");

/** The value above which an inter-state invoice is reported by itself; lower from August 2024 (notification 12/2024, central tax). */
const largeInvoiceLimit = (invoiceDate: Date): Paise => paise(invoiceDate < LOWERED ? 2_50_000_00 : 1_00_000_00);

/** What the return needs besides its documents. */
export interface ReturnRules {
  /** The seller's GSTIN, for a month without documents. */
  gstin: string;
  hsnDigits: HsnDigits;
}

/** Collects the rows of a month's documents; the rows of one document must be consecutive. */
export function createSections(rules: ReturnRules) {
  const b2cl = new Map<string, LargeDocument>();
  const cdnur = new Map<string, LargeDocument>();
  const b2cs = new Map<string, B2csRow>();
  const nil = new Map<boolean, NilRow>();
  const late = new Map<string, LateNote>();
  const hsn = new Map<string, HsnRow>();
  const issued = new Map<string, IssuedSeries>();
  const problems = new Map<string, Problem>();
  const addProblem = (text: string, orderNumber: string | null) => problems.set(text, { text, orderNumber });
  const gstins = new Set<string>();
  let lastNumber = "";

  function add(row: DocumentRow): void {
    const { document, number } = row;
    gstins.add(row.gstin);
    if (number !== lastNumber) addIssued(document === FINANCIAL_CREDIT_NOTE ? "credit note" : document, number);
    lastNumber = number;
    if (document === FINANCIAL_CREDIT_NOTE) {
      addLate(row);
      return;
    }
    check(row);
    addSupply(row);
    const { gstPercent } = row;
    const goods = addTo(hsn, `${row.hsn} ${gstPercent}`, row, () => ({
      ...NOTHING,
      gstPercent,
      hsn: row.hsn,
      quantity: 0,
    }));
    goods.quantity += row.quantity;
  }

  function check({ number, orderNumber, stateCode, placeOfSupply, ...row }: DocumentRow): void {
    if (stateCode === null)
      addProblem(`${number}: the place of supply is not a state of India (${placeOfSupply}).`, orderNumber);
    const goods = [hsnProblem(row.hsn, rules.hsnDigits), rateProblem(row.gstPercent, isoDayInIndia(row.invoiceDate))];
    for (const problem of goods) if (problem) addProblem(`${number}: ${problem}`, orderNumber);
  }

  function addSupply(row: DocumentRow): void {
    const { document, gstPercent, stateCode, placeOfSupply, isInterState } = row;
    if (gstPercent === 0) {
      const { nilPaise } = nil.get(isInterState) ?? { nilPaise: 0 };
      nil.set(isInterState, { isInterState, nilPaise: paise(nilPaise + row.taxablePaise) });
    }
    if (isInterState && row.invoiceTotalPaise > largeInvoiceLimit(row.invoiceDate))
      addLarge(document === "invoice" ? b2cl : cdnur, row);
    else if (gstPercent > 0)
      addTo(b2cs, `${stateCode} ${isInterState} ${gstPercent}`, row, () => ({
        ...NOTHING,
        gstPercent,
        isInterState,
        stateCode,
        placeOfSupply,
      }));
  }

  function addLate({ number, date, invoiceNumber, totalPaise, orderNumber }: DocumentRow): void {
    const { totalPaise: before } = late.get(number) ?? { totalPaise: 0 };
    late.set(number, { number, date, invoiceNumber, totalPaise: paise(before - totalPaise) });
    addProblem(
      `${number}: too late to lower the tax of ${invoiceNumber} (section 34(2): until 30 November after its financial year). It is a financial credit note, and in no sum of this return.`,
      orderNumber,
    );
  }

  /** Counts a number in table 13. */
  function addIssued(document: IssuedDocumentKind, number: string): void {
    const series = number.slice(0, number.lastIndexOf("/") + 1);
    const known = issued.get(series);
    if (!known) issued.set(series, { document, series, first: number, last: number, count: 1, cancelled: 0 });
    else {
      known.count += 1;
      if (serialOf(number) < serialOf(known.first)) known.first = number;
      if (serialOf(number) > serialOf(known.last)) known.last = number;
    }
  }

  function finish(): Sections {
    const [gstin = rules.gstin, ...others] = gstins;
    if (others.length > 0)
      addProblem(`The documents name several GSTINs (${[...gstins].join(", ")}): file a return for each.`, null);
    for (const series of issued.values()) {
      const { first, last, count: documents } = series;
      series.cancelled = Math.max(0, serialOf(last) - serialOf(first) + 1 - documents);
      if (series.cancelled > 0)
        addProblem(`Between ${first} and ${last} there are only ${documents} documents: a number is missing.`, null);
    }
    const byRate = (a: RateRow, b: RateRow) => a.gstPercent - b.gstPercent;
    return {
      gstin,
      b2cl: [...b2cl.values()].filter(({ rates }) => rates.length > 0),
      b2cs: [...b2cs.values()].sort((a, b) => a.placeOfSupply.localeCompare(b.placeOfSupply) || byRate(a, b)),
      // A document of nil-rated goods alone belongs to table 8.
      cdnur: [...cdnur.values()].filter(({ rates }) => rates.length > 0),
      nil: [...nil.values()].sort((a, b) => Number(b.isInterState) - Number(a.isInterState)),
      late: [...late.values()],
      hsn: [...hsn.values()].sort((a, b) => a.hsn.localeCompare(b.hsn) || byRate(a, b)),
      issued: [...issued.values()],
      problems: [...problems.values()],
    };
  }

  return { add, addIssued, finish };
}

const NOTHING: Totals = { taxablePaise: paise(0), cgstPaise: paise(0), sgstPaise: paise(0), igstPaise: paise(0) };
const serialOf = (number: string) => Number(number.slice(number.lastIndexOf("/") + 1));

function addTo<Row extends Totals>(rows: Map<string, Row>, key: string, added: Totals, create: () => Row): Row {
  const row = rows.get(key) ?? create();
  rows.set(key, row);
  addTotals(row, added, 1);
  return row;
}

function addLarge(documents: Map<string, LargeDocument>, row: DocumentRow): void {
  const { document, number, date, stateCode, placeOfSupply, gstPercent } = row;
  const sign = document === "invoice" ? 1 : -1;
  const large = documents.get(number) ?? { number, date, stateCode, placeOfSupply, totalPaise: paise(0), rates: [] };
  documents.set(number, large);
  // The value is that of the whole document; goods at 0 % have no row of a rate.
  large.totalPaise = paise(large.totalPaise + sign * row.totalPaise);
  if (gstPercent === 0) return;
  let rate = large.rates.find((one) => one.gstPercent === gstPercent);
  if (!rate) {
    rate = { ...NOTHING, gstPercent };
    large.rates.push(rate);
  }
  addTotals(rate, row, sign);
}

export function addTotals(to: Totals, added: Totals, sign: 1 | -1): void {
  to.taxablePaise = paise(to.taxablePaise + sign * added.taxablePaise);
  to.cgstPaise = paise(to.cgstPaise + sign * added.cgstPaise);
  to.sgstPaise = paise(to.sgstPaise + sign * added.sgstPaise);
  to.igstPaise = paise(to.igstPaise + sign * added.igstPaise);
}

/** Adds up the sections of supplies, and the HSN summary; both must equal the sum of the documents. */
export function sumsOfSections({ b2cl, b2cs, cdnur, nil, hsn }: Sections): { supplies: Totals; hsn: Totals } {
  const supplies = { ...NOTHING };
  for (const row of b2cs) addTotals(supplies, row, 1);
  for (const { rates } of b2cl) for (const rate of rates) addTotals(supplies, rate, 1);
  for (const { rates } of cdnur) for (const rate of rates) addTotals(supplies, rate, -1);
  for (const { nilPaise } of nil) supplies.taxablePaise = paise(supplies.taxablePaise + nilPaise);
  const summary = { ...NOTHING };
  for (const row of hsn) addTotals(summary, row, 1);
  return { supplies, hsn: summary };
}

export const sameTotals = (a: Totals, b: Totals) =>
  a.taxablePaise === b.taxablePaise &&
  a.cgstPaise === b.cgstPaise &&
  a.sgstPaise === b.sgstPaise &&
  a.igstPaise === b.igstPaise;
