/** What the stock is worth, and which sizes do not sell. */

import { sql } from "drizzle-orm";
import {
  MAX_REPORT_ROWS,
  SLOW_DAYS,
  type StockReport,
  type StockReportQuery,
  type StockRow,
} from "../../../contract/admin/reports.ts";
import { paise, sumInRupees, toRupees } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { numbersOf, rowsOf } from "../../platform/database/rows.ts";

/** @param seesCosts whether the reader may see costs */
export async function readStockReport(
  db: Database,
  query: StockReportQuery,
  { seesCosts }: { seesCosts: boolean },
): Promise<StockReport> {
  const rows = await readRows(db, query, { seesCosts });
  const byCategory = Map.groupBy(rows, ({ category }) => category);
  const value = (some: readonly StockRow[]) =>
    toRupees(paise(Math.round(some.reduce((sum, row) => sum + row.value * 100, 0))));
  const units = (some: readonly StockRow[]) => some.reduce((sum, row) => sum + row.units, 0);
  const costs = (some: readonly StockRow[]) =>
    seesCosts
      ? {
          cost: toRupees(paise(Math.round(some.reduce((sum, row) => sum + (row.cost ?? 0) * 100, 0)))),
          uncostedUnits: some.reduce((sum, row) => sum + (row.uncostedUnits ?? 0), 0),
        }
      : { cost: null, uncostedUnits: null };
  const slow = rows.filter(({ lastSold }) => lastSold === null);
  const shown = rows.slice(0, MAX_REPORT_ROWS);
  return {
    total: { sizes: rows.length, units: units(rows), value: value(rows), ...costs(rows) },
    slow: { sizes: slow.length, units: units(slow), value: value(slow), ...costs(slow) },
    categories: [...byCategory]
      .map(([name, some]) => ({ name, units: units(some), value: value(some) }))
      .sort((a, b) => b.value - a.value),
    rows: shown,
    more: rows.length - shown.length,
  };
}

/** Yields the header, and the same data as records. */
export async function stockRecords(
  db: Database,
  query: StockReportQuery,
  reader: { seesCosts: boolean },
): Promise<string[][]> {
  const rows = await readRows(db, query, reader);
  return [
    [
      "sku",
      "product",
      "size",
      "category",
      "units",
      "price",
      "value",
      "cost",
      "units_without_cost",
      "sold_30_days",
      `sold_${SLOW_DAYS}_days`,
      "last_sold",
      "days_left",
    ],
    ...rows.map((row) => [
      row.sku,
      row.title,
      row.label,
      row.category,
      String(row.units),
      row.price.toFixed(2),
      row.value.toFixed(2),
      row.cost?.toFixed(2) ?? "",
      String(row.uncostedUnits ?? ""),
      String(row.recent),
      String(row.sold),
      row.lastSold ?? "",
      row.daysLeft === null ? "" : String(row.daysLeft),
    ]),
  ];
}

/** Reads every size with units on hand. Values are at the selling price. */
async function readRows(
  db: Database,
  { sort }: StockReportQuery,
  { seesCosts }: { seesCosts: boolean },
): Promise<StockRow[]> {
  const rows = await rowsOf(
    db,
    {
      sku: "string",
      title: "string",
      label: "string",
      category: "string",
      last_sold: "string?",
      cost: "string",
      ...numbersOf(["on_hand", "price_paise", "recent", "sold", "withheld", "costed"]),
    },
    sql`
    select variant.sku, product.title, variant.label, category.name as category, stock.on_hand, variant.price_paise,
      coalesce(sold.recent_units, 0) as recent, coalesce(sold.units, 0) as sold, sold.last_sold_on::text as last_sold,
      coalesce(held.units, 0) as withheld, coalesce(left_layer.paise, 0) as cost, coalesce(left_layer.units, 0) as costed
    from stock join variant on variant.id = stock.variant_id
      join product on product.id = variant.product_id
      join category on category.id = product.category_id
      left join sales_variant sold on sold.variant_id = variant.id
      left join (select variant_id, sum(withheld)::int as units from lot where withheld > 0 group by variant_id) as held on held.variant_id = variant.id
      left join (select variant_id, sum(left_paise) as paise, sum(left_quantity)::int as units from cost_layer where left_quantity > 0 group by variant_id)
        as left_layer on left_layer.variant_id = variant.id
    where stock.on_hand > 0
    order by stock.on_hand::bigint * variant.price_paise desc, variant.sku`,
  );
  const read = rows.map(
    ({ on_hand: units, price_paise: price, last_sold: lastSold, withheld, cost, costed, ...row }): StockRow => ({
      ...row,
      units,
      price: toRupees(paise(price)),
      value: toRupees(paise(price * units)),
      cost: seesCosts ? sumInRupees(cost) : null,
      uncostedUnits: seesCosts ? Math.max(0, units + withheld - costed) : null,
      lastSold,
      daysLeft: row.sold === 0 ? null : Math.round((units * SLOW_DAYS) / row.sold),
    }),
  );
  // Sizes that never sell come first, the most expensive first.
  const slowness = ({ daysLeft }: StockRow) => daysLeft ?? Number.MAX_SAFE_INTEGER;
  return sort === "slow" ? read.sort((a, b) => slowness(b) - slowness(a) || b.value - a.value) : read;
}
