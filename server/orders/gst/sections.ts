/**
 * The sections of GSTR-1, the return of outward supplies, for a shop that sells to consumers: B2CL, B2CS, CDNUR, the HSN summary and the
 * documents issued. B2CS and the HSN summary are net of credit notes.
 */

import { type Paise, paise } from "../../money.ts";
import type { DocumentRow, Totals } from "./documents.ts";

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

/** Table 12. */
export interface HsnRow extends RateRow {
  hsn: string;
  quantity: number;
}

/** Table 13: a series of numbers, such as `KW/26-27/`. */
export interface IssuedSeries {
  document: DocumentRow["document"];
  series: string;
  first: string;
  last: string;
  count: number;
}

export interface Sections {
  gstin: string;
  b2cl: LargeDocument[];
  b2cs: B2csRow[];
  cdnur: LargeDocument[];
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
export const largeInvoiceLimit = (invoiceDate: Date): Paise => paise(invoiceDate < LOWERED ? 2_50_000_00 : 1_00_000_00);

/** Collects the rows of a month's documents; the rows of one document must be consecutive. */
export function createSections() {
  const b2cl = new Map<string, LargeDocument>();
  const cdnur = new Map<string, LargeDocument>();
  const b2cs = new Map<string, B2csRow>();
  const hsn = new Map<string, HsnRow>();
  const issued = new Map<string, IssuedSeries>();
  const problems = new Map<string, Problem>();
  const addProblem = (text: string, orderNumber: string | null) => problems.set(text, { text, orderNumber });
  const gstins = new Set<string>();
  let lastNumber = "";

  function add(row: DocumentRow): void {
    const { document, number, orderNumber, gstPercent, stateCode, placeOfSupply, isInterState } = row;
    gstins.add(row.gstin);
    if (stateCode === null)
      addProblem(`${number}: the place of supply is not a state of India (${placeOfSupply}).`, orderNumber);
    if (!/^(\d{4}|\d{6}|\d{8})$/.test(row.hsn))
      addProblem(`${number}: “${row.hsn}” is not an HSN of 4, 6 or 8 digits.`, orderNumber);
    if (isInterState && row.invoiceTotalPaise > largeInvoiceLimit(row.invoiceDate))
      addLarge(document === "invoice" ? b2cl : cdnur, row);
    else
      addTo(b2cs, `${stateCode} ${isInterState} ${gstPercent}`, row, () => ({
        ...NOTHING,
        gstPercent,
        isInterState,
        stateCode,
        placeOfSupply,
      }));
    const goods = addTo(hsn, `${row.hsn} ${gstPercent}`, row, () => ({
      ...NOTHING,
      gstPercent,
      hsn: row.hsn,
      quantity: 0,
    }));
    goods.quantity += row.quantity;
    if (number !== lastNumber) count(document, number);
    lastNumber = number;
  }

  function count(document: DocumentRow["document"], number: string): void {
    const series = number.slice(0, number.lastIndexOf("/") + 1);
    const known = issued.get(series);
    if (!known) issued.set(series, { document, series, first: number, last: number, count: 1 });
    else {
      known.count += 1;
      if (serialOf(number) < serialOf(known.first)) known.first = number;
      if (serialOf(number) > serialOf(known.last)) known.last = number;
    }
  }

  function finish(): Sections {
    const [gstin = "", ...others] = gstins;
    if (others.length > 0)
      addProblem(`The documents name several GSTINs (${[...gstins].join(", ")}): file a return for each.`, null);
    for (const { first, last, count: documents } of issued.values())
      if (serialOf(last) - serialOf(first) + 1 !== documents)
        addProblem(`Between ${first} and ${last} there are only ${documents} documents: a number is missing.`, null);
    const byRate = (a: RateRow, b: RateRow) => a.gstPercent - b.gstPercent;
    return {
      gstin,
      b2cl: [...b2cl.values()],
      b2cs: [...b2cs.values()].sort((a, b) => a.placeOfSupply.localeCompare(b.placeOfSupply) || byRate(a, b)),
      cdnur: [...cdnur.values()],
      hsn: [...hsn.values()].sort((a, b) => a.hsn.localeCompare(b.hsn) || byRate(a, b)),
      issued: [...issued.values()],
      problems: [...problems.values()],
    };
  }

  return { add, finish };
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
  large.totalPaise = paise(large.totalPaise + sign * row.totalPaise);
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
export function sumsOfSections({ b2cl, b2cs, cdnur, hsn }: Sections): { supplies: Totals; hsn: Totals } {
  const supplies = { ...NOTHING };
  for (const row of b2cs) addTotals(supplies, row, 1);
  for (const { rates } of b2cl) for (const rate of rates) addTotals(supplies, rate, 1);
  for (const { rates } of cdnur) for (const rate of rates) addTotals(supplies, rate, -1);
  const summary = { ...NOTHING };
  for (const row of hsn) addTotals(summary, row, 1);
  return { supplies, hsn: summary };
}

export const sameTotals = (a: Totals, b: Totals) =>
  a.taxablePaise === b.taxablePaise &&
  a.cgstPaise === b.cgstPaise &&
  a.sgstPaise === b.sgstPaise &&
  a.igstPaise === b.igstPaise;
