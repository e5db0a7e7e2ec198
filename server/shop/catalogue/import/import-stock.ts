/**
 * The stock in a product file. A cell is a change from a number that somebody has seen: the file's own `stock_before`, or the one that the
 * comparison showed. What is sold meanwhile stays sold. A change that a file names itself is made once: the same numbers in a file that is
 * imported again change nothing.
 */

import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { numbersOf, rowsOf } from "../../../platform/database/rows.ts";
import { wasAvailableSince } from "../../../selling/stock/movements.ts";
import { lockVariants } from "../../../selling/stock/stock.ts";
import type { Problems } from "./csv-problems.ts";

const FOUND = {
  slug: "string",
  isRepeated: "boolean",
  ...numbersOf(["row", "given", "available", "count"]),
  seen: "number?",
  fileStock: "number?",
  fileStockBefore: "number?",
} as const;

/** Locks the stock of the matched rows. Call it before the products are locked, because sales also lock stock first. */
export const lockStagedStock = (trx: DatabaseOrTransaction): Promise<void> =>
  lockVariants(trx, sql`select variant_id from import_row where variant_id is not null`);

/** Notes which changes the file names with both numbers. Call it for the rows of a file, once they are matched. */
export const noteFileStock = (trx: DatabaseOrTransaction): Promise<unknown> =>
  trx.execute(sql`update import_row set file_stock_before = stock_before, file_stock = stock
    where stock_before is not null and stock <> stock_before`);

const isMade = sql`made.variant_id = import_row.variant_id and made.stock_before = import_row.file_stock_before
  and made.stock = import_row.file_stock`;

/**
 * Notes which changes files have made before: those are not made again. Reports changes that take more units than are left, and those made
 * before that may be new ones, because the number that they name was there again.
 * @param mayReplace false to report also what differs from the stock of now, and does not say from which number it was changed
 * @param mayRepeat false to report every change that was made before, because another one was shown
 */
export async function findStockProblems(
  trx: DatabaseOrTransaction,
  problems: Problems,
  { mayReplace, mayRepeat = true }: { mayReplace: boolean; mayRepeat?: boolean },
): Promise<void> {
  await trx.execute(sql`update import_row set is_repeated = exists (select from product_file_stock as made where ${isMade})
    where file_stock is not null`);
  const mayBeNew = mayRepeat
    ? sql`exists (select from product_file_stock as made
        where ${isMade} and ${wasAvailableSince(sql`made.movement_id`, { variantId: sql`made.variant_id`, units: sql`made.stock_before` })})`
    : sql`true`;
  const found = await rowsOf(
    trx,
    FOUND,
    sql`select *, count(*) over ()::int as count from (
        select file_row as row, slug, import_row.stock as given, import_row.stock_before as seen,
          coalesce(held.on_hand - held.reserved, 0) as available, is_repeated is true as "isRepeated",
          file_stock as "fileStock", file_stock_before as "fileStockBefore"
        from import_row left join stock as held using (variant_id)
        where slug is not null and variant_id is not null and import_row.stock is not null
          and (is_repeated is not true or ${mayBeNew})
      ) as change
      where "isRepeated" or available + given - seen < 0 or (${!mayReplace} and seen is null and given <> available)
      order by row limit ${problems.max}`,
  );
  const again = `leave stock_before empty${mayReplace ? "" : " and use --set-stock"} if it is to change once more`;
  for (const { row, slug, given, seen, available, isRepeated, fileStock, fileStockBefore } of found)
    problems.add({
      row,
      slug,
      column: "stock",
      cell: String(given),
      message: isRepeated
        ? `a file has changed it from ${fileStockBefore} to ${fileStock} already${mayRepeat ? `, and it has been ${fileStockBefore} again since; ${again}` : ""}`
        : seen === null
          ? `is ${available} in the shop now; say in a column stock_before from which number it was changed, or replace it with --set-stock`
          : `takes ${seen - given} away from ${seen}, but only ${available} are left`,
    });
  problems.count += (found[0]?.count ?? 0) - found.length;
}

/**
 * Notes the stock of now as the number seen by rows that name none: they replace it. What was changed before keeps the number. Their stock must
 * be locked.
 */
export const noteStockSeen = async (trx: DatabaseOrTransaction): Promise<void> => {
  await trx.execute(sql`update import_row set stock_before = coalesce(
      (select on_hand - reserved from stock where stock.variant_id = import_row.variant_id), 0)
    where is_new or stock_before is null`);
  await trx.execute(sql`update import_row set stock = stock_before where is_repeated`);
};

/** Records the changes that the file has named, once they are made. */
export const recordFileStock = (trx: DatabaseOrTransaction): Promise<unknown> =>
  trx.execute(sql`insert into product_file_stock (variant_id, stock_before, stock, movement_id)
    select variant_id, file_stock_before, file_stock,
      coalesce((select max(id) from stock_movement where stock_movement.variant_id = import_row.variant_id), 0)
    from import_row where file_stock is not null and is_repeated is not true
    on conflict (variant_id, stock_before, stock) do update set movement_id = excluded.movement_id`);

/** Forgets the changes of an import whose rows are undone, so that the file can make them again. An added size keeps its stock. */
export const forgetFileStock = (trx: DatabaseOrTransaction, importId: number): Promise<unknown> =>
  trx.execute(sql`delete from product_file_stock as made using import_row, product_import_line as line
    where line.import_id = ${importId} and line.row = import_row.file_row and line.kind = 'changed'
      and made.variant_id = import_row.variant_id and made.stock_before = line.file_stock_before
      and made.stock = line.file_stock`);

/** Rows of variant_id, seen and available, as `adjustStock` takes them. @param chunk a condition of `import_row` */
export const stagedStock = (chunk: SQL): SQL =>
  sql`select variant_id, stock_before as seen, stock as available from import_row where ${chunk}`;
