import { and, eq, sql } from "drizzle-orm";
import { type DocumentSeries, documentNumber } from "../../../../contract/admin/document-series.ts";
import {
  CHOSEN_PREFIXES,
  type ChosenPrefix,
  MAX_DOCUMENT_NUMBER,
} from "../../../../contract/orders/document-prefixes.ts";
import { ApiError } from "../../../base/errors.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import { COUNTERS, seriesNames, seriesOf, startOf } from "./document-series.ts";
import { financialYearOf } from "./financial-year.ts";

/** What the numbers of new documents begin with, and in how many series they are. */
export interface NumberingRules {
  prefixes: Readonly<Record<ChosenPrefix, string>>;
  seriesCount: number;
}

interface Series extends DocumentSeries {
  /** Its name in the counter. */
  name: string;
}

/** Lists the series of new orders' documents in the financial year of `now`. */
export async function listDocumentSeries(
  db: DatabaseOrTransaction,
  rules: NumberingRules,
  now: Date,
): Promise<Series[]> {
  const lists = await Promise.all(CHOSEN_PREFIXES.map((document) => seriesOfKind(db, document, rules, now)));
  return lists.flat();
}

async function seriesOfKind(
  db: DatabaseOrTransaction,
  document: ChosenPrefix,
  { prefixes, seriesCount }: NumberingRules,
  now: Date,
): Promise<Series[]> {
  const prefix = sql`${prefixes[document]}::text`;
  const digits = sql`one.digits`;
  const name = seriesOf(document, prefix, digits);
  const rows = await rowsOf(
    db,
    { name: "string", start: "string", last: "number" },
    sql`
    select ${name} as name, ${startOf(prefix, now, digits)} as start, coalesce(counter.last, 0) as last
    from unnest(${sql.param(seriesNames(seriesCount))}::text[]) as one (digits)
    left join ${COUNTERS[document]} as counter on counter.year = ${financialYearOf(now)} and counter.series = ${name}
    order by 1`,
  );
  return rows.map(({ last, ...row }) => ({
    document,
    ...row,
    next: last + 1,
    max: 10 ** (MAX_DOCUMENT_NUMBER - row.start.length) - 1,
  }));
}

/**
 * Sets the next number of a series, only forwards, so that none is given twice.
 * @throws ApiError (422) for a number that was given or does not fit, (409) if the series is no longer that of new documents
 */
export async function setNextNumber(
  db: Database,
  { document, start, next }: { document: ChosenPrefix; start: string; next: number },
  rules: NumberingRules,
  { staff, now }: { staff: Actor; now: Date },
): Promise<void> {
  await db.transaction(async (trx) => {
    const all = await seriesOfKind(trx, document, rules, now);
    const series = all.find((one) => one.start === start);
    if (!series)
      throw new ApiError(
        "conflict",
        `New numbers begin with ${all[0]?.start} now, not with ${start}. Please load the page again.`,
      );
    if (next > series.max)
      throw ApiError.ofField(
        "next",
        `A number has at most ${MAX_DOCUMENT_NUMBER} characters: the last one that fits is ${documentNumber(start, series.max)}.`,
      );
    const counter = COUNTERS[document];
    const which = { year: financialYearOf(now), series: series.name };
    await trx
      .insert(counter)
      .values({ ...which, last: 0 })
      .onConflictDoNothing();
    const ofSeries = and(eq(counter.year, which.year), eq(counter.series, which.series));
    const [locked] = await trx.select({ last: counter.last }).from(counter).where(ofSeries).for("update");
    const current = (locked?.last ?? 0) + 1;
    if (next === current) return;
    if (next < current)
      throw ApiError.ofField(
        "next",
        `${documentNumber(start, next)} may have been given: the next number is ${documentNumber(start, current)}, and it can only be set forwards.`,
      );
    await trx
      .update(counter)
      .set({ last: next - 1 })
      .where(ofSeries);
    const subject = { type: "document_series" as const, id: start };
    await recordAudit(
      trx,
      staff,
      { action: "document_series.moved_on", subject, before: { next: current }, after: { next } },
      now,
    );
  });
}
