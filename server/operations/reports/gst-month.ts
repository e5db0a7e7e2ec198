/** The GST return of a month for the back office: computed from the documents, or as filed once the month is frozen. */

import { eq } from "drizzle-orm";
import type { GstMonth, GstRow, GstTotals } from "../../../contract/admin/gst.ts";
import { ApiError } from "../../base/errors.ts";
import { paise, toRupees } from "../../base/money.ts";
import type { Totals } from "../../orders/orders/gst/documents.ts";
import { type Month, monthNamed } from "../../orders/orders/gst/month.ts";
import { type GstReturn, isNilReturn, readReturn } from "../../orders/orders/gst/return.ts";
import type { LargeDocument, RateRow, ReturnRules, Sections } from "../../orders/orders/gst/sections.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { gstMonth } from "../../platform/database/schema.ts";

interface Frozen {
  at: Date;
  by: string;
  filed: GstReturn;
}

/** @throws ApiError (400) if it is not a month */
export function monthOf(name: string): Month {
  const month = monthNamed(name);
  if (!month) throw ApiError.ofField("month", "A month looks like 2026-10.", "bad_request");
  return month;
}

export async function readGstMonth(db: Database, month: Month, rules: ReturnRules, now: Date): Promise<GstMonth> {
  const [frozen, current] = await Promise.all([findFrozen(db, month), readReturn(db, month, rules)]);
  const { sections, sums, agrees } = frozen?.filed ?? current;
  return {
    month: month.name,
    gstin: sections.gstin,
    isOver: month.to <= now,
    frozen: frozen && { at: frozen.at.toISOString(), by: frozen.by },
    isNil: isNilReturn(sections),
    rows: rowsOf(sections),
    late: sections.late.map(({ number, invoiceNumber, totalPaise }) => ({
      number,
      invoice: invoiceNumber,
      total: toRupees(totalPaise),
    })),
    issued: sections.issued.map(({ document, first, last, count, cancelled }) => ({
      ...{ document, first, last, count, cancelled },
    })),
    sums: { documents: inRupees(sums.documents), supplies: inRupees(sums.supplies), hsn: inRupees(sums.hsn) },
    agrees,
    problems: sections.problems.map(({ text, orderNumber }) => ({ text, order: orderNumber })),
    differences: frozen ? differencesBetween(rowsOf(frozen.filed.sections), rowsOf(current.sections)) : [],
  };
}

/** Reads the sections to file: as filed once the month is frozen. */
export async function readSections(db: Database, month: Month, rules: ReturnRules): Promise<Sections> {
  const frozen = await findFrozen(db, month);
  return frozen ? frozen.filed.sections : (await readReturn(db, month, rules)).sections;
}

/**
 * Stores the return as filed.
 * @throws ApiError (409) if the month is not over, its sums differ, or it is already frozen
 */
export async function freezeGstMonth(
  db: Database,
  month: Month,
  rules: ReturnRules,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  if (month.to > now) throw new ApiError("conflict", "This month is not over yet: further invoices belong to it.");
  const filed = await readReturn(db, month, rules);
  if (!filed.agrees)
    throw new ApiError("conflict", "The sums of the return and of the documents differ, so it cannot be filed.");
  await db.transaction(async (trx) => {
    const [stored] = await trx
      .insert(gstMonth)
      .values({ month: month.name, frozenAt: now, frozenBy: actor.name, filed })
      .onConflictDoNothing()
      .returning({ month: gstMonth.month });
    if (!stored) throw new ApiError("conflict", "This month is frozen already. Reload the page to see it.");
    const { taxable, ...taxes } = inRupees(filed.sums.documents);
    const subject = { type: "gst_month" as const, id: month.name };
    await recordAudit(trx, actor, { action: "gst_month.frozen", subject, after: { taxable, ...taxes } }, now);
  });
}

async function findFrozen(db: DatabaseOrTransaction, { name }: Month): Promise<Frozen | null> {
  const [row] = await db.select().from(gstMonth).where(eq(gstMonth.month, name));
  return row ? { at: row.frozenAt, by: row.frozenBy, filed: revived(row.filed as GstReturn) } : null;
}

/** Restores dates, which JSON lacks, and what returns of earlier releases did not have. */
function revived(filed: GstReturn): GstReturn {
  const withDate = <Dated extends { date: Date }>(document: Dated) => ({ ...document, date: new Date(document.date) });
  const { b2cl, cdnur, issued } = filed.sections;
  const { nil = [], late = [] } = filed.sections as Partial<Sections>;
  const sections = {
    ...filed.sections,
    b2cl: b2cl.map(withDate),
    cdnur: cdnur.map(withDate),
    nil,
    late: late.map(withDate),
    issued: issued.map((series) => ({ ...series, cancelled: (series as Partial<typeof series>).cancelled ?? 0 })),
  };
  return { ...filed, sections };
}

function rowsOf({ b2cl, b2cs, cdnur, nil, hsn }: Sections): GstRow[] {
  const row = (section: GstRow["section"], name: string, rate: RateRow): GstRow => ({
    section,
    name,
    gstPercent: rate.gstPercent,
    ...inRupees(rate),
  });
  const large = (section: "b2cl" | "cdnur", documents: readonly LargeDocument[]) =>
    documents.flatMap(({ number, rates }) => rates.map((rate) => row(section, number, rate)));
  return [
    ...large("b2cl", b2cl),
    ...b2cs.map((one) => row("b2cs", one.placeOfSupply, one)),
    ...large("cdnur", cdnur),
    ...nil.map(({ isInterState, nilPaise }) =>
      row("nil", isInterState ? "To other states" : "Within the state", { ...NO_TAX, taxablePaise: nilPaise }),
    ),
    ...hsn.map((one) => row("hsn", one.hsn, one)),
  ];
}

const NO_TAX = { gstPercent: 0, cgstPaise: paise(0), sgstPaise: paise(0), igstPaise: paise(0) };

const inRupees = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: Totals): GstTotals => ({
  taxable: toRupees(taxablePaise),
  cgst: toRupees(cgstPaise),
  sgst: toRupees(sgstPaise),
  igst: toRupees(igstPaise),
});

function differencesBetween(filed: readonly GstRow[], current: readonly GstRow[]): GstMonth["differences"] {
  const keyOf = ({ section, name, gstPercent }: GstRow) => `${section} ${name} ${gstPercent}`;
  const [before, after] = [filed, current].map((rows) => new Map(rows.map((row) => [keyOf(row), row]))) as [
    Map<string, GstRow>,
    Map<string, GstRow>,
  ];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => ({ filed: before.get(key) ?? null, now: after.get(key) ?? null }))
    .filter(({ filed: was, now }) => !was || !now || !sameAmounts(was, now))
    .map((both) => ({ name: (both.filed ?? both.now)?.name ?? "", ...both }));
}

const sameAmounts = (a: GstRow, b: GstRow) =>
  a.taxable === b.taxable && a.cgst === b.cgst && a.sgst === b.sgst && a.igst === b.igst;
