/**
 * The stock in a product file. A cell is a change from a number that somebody has seen: the file's own `stock_before`, or the one that the
 * comparison showed. What is sold meanwhile stays sold.
 */

import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import { lockVariants } from "../../../selling/stock/stock.ts";
import type { Problems } from "./csv-problems.ts";

interface Found {
  row: number;
  slug: string;
  given: number;
  seen: number | null;
  available: number;
  count: number;
}

/** Locks the stock of the matched rows. Call it before the products are locked, because sales also lock stock first. */
export const lockStagedStock = (trx: DatabaseOrTransaction): Promise<void> =>
  lockVariants(trx, sql`select variant_id from import_row where variant_id is not null`);

/**
 * Reports changes that take more units than are left.
 * @param mayReplace false to report also what differs from the stock of now, and does not say from which number it was changed
 */
export async function findStockProblems(
  trx: DatabaseOrTransaction,
  problems: Problems,
  { mayReplace }: { mayReplace: boolean },
): Promise<void> {
  const found = await rowsOf<Found>(
    trx,
    sql`select *, count(*) over ()::int as count from (
        select file_row as row, slug, import_row.stock as given, stock_before as seen,
          coalesce(held.on_hand - held.reserved, 0) as available
        from import_row left join stock as held using (variant_id)
        where slug is not null and variant_id is not null and import_row.stock is not null
      ) as change
      where available + given - seen < 0 or (${!mayReplace} and seen is null and given <> available)
      order by row limit ${problems.max}`,
  );
  for (const { row, slug, given, seen, available } of found)
    problems.add({
      row,
      slug,
      column: "stock",
      cell: String(given),
      message:
        seen === null
          ? `is ${available} in the shop now; say in a column stock_before from which number it was changed, or replace it with --set-stock`
          : `takes ${seen - given} away from ${seen}, but only ${available} are left`,
    });
  problems.count += (found[0]?.count ?? 0) - found.length;
}

/** Notes the stock of now as the number seen by rows that name none: they replace it. Their stock must be locked. */
export const noteReplacedStock = (trx: DatabaseOrTransaction): Promise<unknown> =>
  trx.execute(sql`update import_row set stock_before = coalesce(
      (select on_hand - reserved from stock where stock.variant_id = import_row.variant_id), 0)
    where is_new or stock_before is null`);

/** Rows of variant_id, seen and available, as `adjustStock` takes them. @param chunk a condition of `import_row` */
export const stagedStock = (chunk: SQL): SQL =>
  sql`select variant_id, stock_before as seen, stock as available from import_row where ${chunk}`;
