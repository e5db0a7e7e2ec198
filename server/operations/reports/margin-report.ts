/** What the shop earns, read from the stored sales of each day, so that it agrees with the report of sales. */

import { sql } from "drizzle-orm";
import type { MarginMeasures, MarginReport, MarginReportQuery } from "../../../contract/admin/margin-report.ts";
import {
  isTimeGrouping,
  MAX_REPORT_DAYS,
  MAX_REPORT_ROWS,
  type SalesGrouping,
} from "../../../contract/admin/sales-report.ts";
import { ApiError } from "../../base/errors.ts";
import { paise, toRupees } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { type RowOf, rowsOf } from "../../platform/database/rows.ts";
import { daysOf, type Period, periodOf, startsOf } from "./period.ts";
import { namesOf } from "./sales-names.ts";
import { groupingOf, isStale, storedDays } from "./sales-report.ts";

/** Sums of the stored columns; a sum of bigints is text. */
const SUMMED = {
  units: "string",
  sales: "string",
  returned: "string",
  net: "string",
  cost: "string",
  uncosted: "string",
  losses: "string",
  fees: "string",
} as const;
type Sums = RowOf<typeof SUMMED>;
const SUMS = sql.raw(
  [
    ["units", "units"],
    ["sales_paise", "sales"],
    ["returned_paise", "returned"],
    ["net_paise - stored.net_returned_paise", "net"],
    ["cost_paise - stored.returned_cost_paise", "cost"],
    ["uncosted_units", "uncosted"],
    ["loss_paise", "losses"],
    ["fee_paise", "fees"],
  ]
    .map(([column, name]) => `coalesce(sum(stored.${column}), 0)::text as ${name}`)
    .join(", "),
);

/** @throws ApiError (400) for a period that ends before it begins, or has too many days */
export async function readMarginReport(db: Database, query: MarginReportQuery, now: Date): Promise<MarginReport> {
  const { period, total, rows } = await readAll(db, query, now);
  const shown = isTimeGrouping(query.by) ? rows : rows.slice(0, MAX_REPORT_ROWS);
  const { from, to } = period;
  return { from, to, total, rows: shown, more: rows.length - shown.length, isStale: await isStale(db, period) };
}

/** Returns the header, and the same data as records. */
export async function marginRecords(db: Database, query: MarginReportQuery, now: Date): Promise<string[][]> {
  const { rows } = await readAll(db, query, now);
  const columns = Object.entries(CSV_COLUMNS) as [string, keyof MarginMeasures][];
  const lines = rows.map(({ key, name, now: measures }) => [
    isTimeGrouping(query.by) ? key : name,
    ...columns.map(([, column]) => String(measures[column] ?? "")),
  ]);
  return [[query.by, ...columns.map(([name]) => name)], ...lines];
}

const CSV_COLUMNS = {
  units: "units",
  sales: "sales",
  returned: "returned",
  net_sales: "net",
  cost: "cost",
  losses: "losses",
  fees: "fees",
  margin: "margin",
  units_without_cost: "uncostedUnits",
} as const satisfies Record<string, keyof MarginMeasures>;

async function readAll(db: Database, { by, from, to }: MarginReportQuery, now: Date) {
  const period = periodOf({ from, to }, now);
  if (by === "day" && daysOf(period) > MAX_REPORT_DAYS)
    throw ApiError.ofField("by", `Please choose weeks or months for more than ${MAX_REPORT_DAYS} days.`, "bad_request");
  const [groups, total] = await Promise.all([readGroups(db, by, period), readTotal(db, by, period)]);
  if (isTimeGrouping(by)) {
    const byKey = new Map(groups.map((row) => [row.key, row]));
    const rows = startsOf(period, by).map((key) => ({ key, name: key, now: measuresOf(byKey.get(key)) }));
    return { period, total, rows };
  }
  const names = await namesOf(
    db,
    by,
    groups.map(({ key }) => key),
  );
  const rows = groups.map((row) => ({ key: row.key, name: names(row.key), now: measuresOf(row) }));
  const earned = ({ now: { margin } }: (typeof rows)[number]) => margin ?? Number.NEGATIVE_INFINITY;
  rows.sort((a, b) =>
    earned(b) === earned(a) ? b.now.net - a.now.net || (a.name < b.name ? -1 : 1) : earned(b) - earned(a),
  );
  return { period, total, rows };
}

function readGroups(db: Database, by: SalesGrouping, period: Period) {
  const { dimension, key, join } = groupingOf(by);
  return rowsOf(
    db,
    { key: "string", ...SUMMED },
    sql`select ${key} as key, ${SUMS} from sales_day_group stored ${join} where ${storedDays(dimension, period)} group by 1`,
  );
}

/** Reads the totals; those of items are without shipping and fees. */
async function readTotal(db: Database, by: SalesGrouping, period: Period): Promise<MarginMeasures> {
  const dimension = by === "product" || by === "variant" || by === "category" ? "product" : "total";
  const [sums] = await rowsOf(
    db,
    SUMMED,
    sql`select ${SUMS} from sales_day_group stored where ${storedDays(dimension, period)}`,
  );
  return measuresOf(sums);
}

function measuresOf(sums: Sums | undefined): MarginMeasures {
  const number = (name: keyof Sums) => Number(sums?.[name] ?? 0);
  const rupees = (amount: number) => toRupees(paise(amount));
  const isUnknown = number("units") > 0 && number("uncosted") >= number("units");
  return {
    units: number("units"),
    sales: rupees(number("sales")),
    returned: rupees(number("returned")),
    net: rupees(number("net")),
    cost: rupees(number("cost")),
    losses: rupees(number("losses")),
    fees: rupees(number("fees")),
    margin: isUnknown ? null : rupees(number("net") - number("cost") - number("losses") - number("fees")),
    uncostedUnits: number("uncosted"),
  };
}
