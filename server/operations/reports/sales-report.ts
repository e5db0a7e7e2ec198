/** Sales reports, read from the stored sales of each day. */

import { type SQL, sql } from "drizzle-orm";
import {
  isTimeGrouping,
  MAX_REPORT_DAYS,
  MAX_REPORT_ROWS,
  type SalesDimension,
  type SalesGrouping,
  type SalesMeasures,
  type SalesReport,
  type SalesReportQuery,
} from "../../../contract/admin/sales-report.ts";
import { ApiError } from "../../base/errors.ts";
import { paise, toRupees } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { numbersOf, type RowOf, rowsOf } from "../../platform/database/rows.ts";
import { comparedWith, daysOf, type Period, periodOf, startsOf } from "./period.ts";
import { namesOf } from "./sales-names.ts";

interface ReportData {
  period: Period;
  compared: Period;
  total: SalesMeasures;
  before: SalesMeasures;
  rows: SalesReport["rows"];
}

/** @throws ApiError (400) for a period that ends before it begins, or has too many days */
export async function readSalesReport(db: Database, query: SalesReportQuery, now: Date): Promise<SalesReport> {
  const { period, compared, rows, ...totals } = await readAll(db, query, now);
  const shown = isTimeGrouping(query.by) ? rows : rows.slice(0, MAX_REPORT_ROWS);
  return {
    from: period.from,
    to: period.to,
    compared,
    ...totals,
    rows: shown,
    more: rows.length - shown.length,
    isStale: await isStale(db, period),
  };
}

/** Yields the header, and the same data as records. */
export async function salesReportRecords(db: Database, query: SalesReportQuery, now: Date): Promise<string[][]> {
  const { rows } = await readAll(db, query, now);
  const columns = Object.entries(CSV_COLUMNS) as [string, keyof SalesMeasures][];
  const lines = rows.map(({ key, name, now: measures }) => [
    ...(isTimeGrouping(query.by) ? [key] : [name]),
    ...columns.map(([, column]) => String(measures[column])),
  ]);
  return [[query.by, ...columns.map(([name]) => name)], ...lines];
}

const CSV_COLUMNS = {
  orders: "orders",
  units: "units",
  sales: "sales",
  discounts: "discounts",
  returns: "returns",
  returned_units: "returnedUnits",
  returned: "returned",
  refunds: "refunds",
  refunded: "refunded",
} as const satisfies Record<string, keyof SalesMeasures>;

async function readAll(
  db: Database,
  { by, from, to, compare, measure }: SalesReportQuery,
  now: Date,
): Promise<ReportData> {
  const period = periodOf({ from, to }, now);
  if (by === "day" && daysOf(period) > MAX_REPORT_DAYS)
    throw ApiError.ofField("by", `Please choose weeks or months for more than ${MAX_REPORT_DAYS} days.`, "bad_request");
  const compared = comparedWith(period, compare);
  const [rows, earlier, total, before] = await Promise.all([
    readGroups(db, by, period),
    isTimeGrouping(by) ? [] : readGroups(db, by, compared),
    readTotal(db, by, period),
    readTotal(db, by, compared),
  ]);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  if (isTimeGrouping(by)) {
    const filled = startsOf(period, by).map((key) => ({
      key,
      name: key,
      now: measuresOf(byKey.get(key)),
      before: null,
    }));
    return { period, compared, total, before, rows: filled };
  }
  const earlierByKey = new Map(earlier.map((row) => [row.key, row]));
  const keys = [...new Set([...byKey.keys(), ...earlierByKey.keys()])];
  const names = await namesOf(db, by, keys);
  const found = keys.map((key) => ({
    key,
    name: names(key),
    now: measuresOf(byKey.get(key)),
    before: measuresOf(earlierByKey.get(key)),
  }));
  found.sort(
    (a, b) => b.now[measure] - a.now[measure] || b.before[measure] - a.before[measure] || (a.name < b.name ? -1 : 1),
  );
  return { period, compared, total, before, rows: found };
}

/** Sums of stored days as the database returns them: a sum of bigints is text. */
const SUMMED = {
  ...numbersOf(["orders", "units", "returns", "returned_units", "refunds"]),
  sales: "string",
  discounts: "string",
  returned: "string",
  refunded: "string",
} as const;
type Sums = RowOf<typeof SUMMED>;

const SUMS = sql.raw(
  [
    ["orders", "orders"],
    ["units", "units"],
    ["sales_paise", "sales"],
    ["discount_paise", "discounts"],
    ["returns", "returns"],
    ["returned_units", "returned_units"],
    ["returned_paise", "returned"],
    ["refunds", "refunds"],
    ["refunded_paise", "refunded"],
  ]
    .map(([column, name]) => `coalesce(sum(stored.${column}), 0) as ${name}`)
    .join(", "),
);

export const storedDays = (dimension: SalesDimension, { from, to }: Period) =>
  sql`stored.dimension = ${dimension} and stored.day between ${from}::date and ${to}::date`;

/** Returns where the rows of a grouping are stored, and their key. */
export function groupingOf(by: SalesGrouping): { dimension: SalesDimension; key: SQL; join: SQL } {
  if (isTimeGrouping(by))
    return { dimension: "total", key: sql`date_trunc(${by}, stored.day::timestamp)::date::text`, join: sql`` };
  if (by !== "category") return { dimension: by, key: sql`stored.key`, join: sql`` };
  // Orders do not copy the category, so the product's current one counts.
  return {
    dimension: "product",
    key: sql`coalesce(product.category_id::text, '')`,
    join: sql`left join product on product.id = stored.key::bigint`,
  };
}

function readGroups(db: Database, by: SalesGrouping, period: Period) {
  const { dimension, key, join } = groupingOf(by);
  return rowsOf(
    db,
    { key: "string", ...SUMMED },
    sql`select ${key} as key, ${SUMS} from sales_day_group stored ${join} where ${storedDays(dimension, period)} group by 1`,
  );
}

/** Reads the totals. Reports by item count goods without shipping and fees; their orders and refunds are those of the whole shop. */
async function readTotal(db: Database, by: SalesGrouping, period: Period): Promise<SalesMeasures> {
  const read = async (dimension: SalesDimension) => {
    const [sums] = await rowsOf(
      db,
      SUMMED,
      sql`select ${SUMS} from sales_day_group stored where ${storedDays(dimension, period)}`,
    );
    return measuresOf(sums);
  };
  if (by !== "product" && by !== "variant" && by !== "category") return read("total");
  const [whole, { units, sales, discounts, returnedUnits, returned }] = await Promise.all([
    read("total"),
    read("product"),
  ]);
  return { ...whole, units, sales, discounts, returnedUnits, returned };
}

export async function isStale(db: Database, { from, to }: Period): Promise<boolean> {
  const [row] = await rowsOf(
    db,
    { stale: "boolean" },
    sql`select exists (select from sales_day_change where day between ${from}::date and ${to}::date)
      or exists (select from sales_day where not has_courier_charges and day between ${from}::date and ${to}::date) as stale`,
  );
  return row?.stale ?? false;
}

function measuresOf(sums: Sums | undefined): SalesMeasures {
  const number = (name: keyof Sums) => Number(sums?.[name] ?? 0);
  const rupees = (name: keyof Sums) => toRupees(paise(number(name)));
  return {
    orders: number("orders"),
    units: number("units"),
    sales: rupees("sales"),
    discounts: rupees("discounts"),
    returns: number("returns"),
    returnedUnits: number("returned_units"),
    returned: rupees("returned"),
    refunds: number("refunds"),
    refunded: rupees("refunded"),
  };
}
