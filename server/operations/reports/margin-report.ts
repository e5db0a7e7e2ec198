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
  couriers: "string",
  unbilled: "string",
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
    ["courier_paise", "couriers"],
    ["unbilled_parcels", "unbilled"],
  ]
    .map(([column, name]) => `coalesce(sum(stored.${column}), 0)::text as ${name}`)
    .join(", "),
);

/** @throws ApiError (400) for a period that ends before it begins, or has too many days */
export async function readMarginReport(db: Database, query: MarginReportQuery, now: Date): Promise<MarginReport> {
  const { period, ...report } = await readUpTo(db, MAX_REPORT_ROWS, query, now);
  return { from: period.from, to: period.to, ...report, isStale: await isStale(db, period) };
}

/** Returns the header, and the same data as records. */
export async function marginRecords(db: Database, query: MarginReportQuery, now: Date): Promise<string[][]> {
  const { rows } = await readUpTo(db, Number.POSITIVE_INFINITY, query, now);
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
  courier_charges: "couriers",
  margin: "margin",
  units_without_cost: "uncostedUnits",
  parcels_without_charge: "unbilledParcels",
} as const satisfies Record<string, keyof MarginMeasures>;

/** @param maxRows of rows that are no periods */
async function readUpTo(db: Database, maxRows: number, { by, from, to }: MarginReportQuery, now: Date) {
  const period = periodOf({ from, to }, now);
  if (by === "day" && daysOf(period) > MAX_REPORT_DAYS)
    throw ApiError.ofField("by", `Please choose weeks or months for more than ${MAX_REPORT_DAYS} days.`, "bad_request");
  const isOfItems = by === "product" || by === "variant" || by === "category";
  const [groups, whole] = await Promise.all([
    readGroups(db, by, period),
    isOfItems ? undefined : readTotal(db, period),
  ]);
  // Each unit is of one item, but an order may be of two offers. Items are without shipping and fees.
  const total = measuresOf(whole ?? sumOf(groups));
  if (isTimeGrouping(by)) {
    const byKey = new Map(groups.map((row) => [row.key, row]));
    const rows = startsOf(period, by).map((key) => ({ key, name: key, now: measuresOf(byKey.get(key)) }));
    return { period, total, rows, more: 0 };
  }
  const measured = groups.map((row) => ({ key: row.key, now: measuresOf(row) }));
  const earned = ({ now: { margin } }: (typeof measured)[number]) => margin ?? Number.NEGATIVE_INFINITY;
  measured.sort((a, b) =>
    earned(b) === earned(a) ? b.now.net - a.now.net || (a.key < b.key ? -1 : 1) : earned(b) - earned(a),
  );
  const shown = measured.slice(0, maxRows);
  const names = await namesOf(
    db,
    by,
    shown.map(({ key }) => key),
  );
  const rows = shown.map(({ key, now: measures }) => ({ key, name: names(key), now: measures }));
  return { period, total, rows, more: measured.length - shown.length };
}

function readGroups(db: Database, by: SalesGrouping, period: Period) {
  const { dimension, key, join } = groupingOf(by);
  return rowsOf(
    db,
    { key: "string", ...SUMMED },
    sql`select ${key} as key, ${SUMS} from sales_day_group stored ${join} where ${storedDays(dimension, period)} group by 1`,
  );
}

async function readTotal(db: Database, period: Period): Promise<Sums | undefined> {
  const [sums] = await rowsOf(
    db,
    SUMMED,
    sql`select ${SUMS} from sales_day_group stored where ${storedDays("total", period)}`,
  );
  return sums;
}

function sumOf(groups: readonly Sums[]): Sums {
  const names = Object.keys(SUMMED) as (keyof Sums)[];
  const sums = names.map((name) => [name, String(groups.reduce((sum, group) => sum + Number(group[name]), 0))]);
  return Object.fromEntries(sums) as Sums;
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
    couriers: rupees(number("couriers")),
    margin: isUnknown
      ? null
      : rupees(number("net") - number("cost") - number("losses") - number("fees") - number("couriers")),
    uncostedUnits: number("uncosted"),
    unbilledParcels: number("unbilled"),
  };
}
