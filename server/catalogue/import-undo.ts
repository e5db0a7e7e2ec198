import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify/sync";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import { productImportLine } from "../database/schema.ts";
import { escapeFormula } from "./csv-cells.ts";
import type { CsvColumn } from "./csv-table.ts";
import { type ExportRow, readRowsWhere } from "./export.ts";
import { CSV_COLUMNS, type CsvProduct, isVariantField } from "./product-columns.ts";

/**
 * Undoes an import with a product file of the former values, which the import itself stores. Added products are taken off sale instead of
 * deleted, because orders may refer to them.
 */

type Line = typeof productImportLine.$inferSelect;

const CHUNK = 500;
/** How many changed cells the message lists that rejects an undo. */
const MAX_NAMED = 10;

/** The undo restores a GST rate from today, not from its earlier day. */
const NOT_RESTORED = "gst_valid_from";

/**
 * Writes the file.
 * @returns the cells that have changed since and prevent the undo, and their number
 */
export async function writeUndoFile(
  db: Database,
  importId: number,
  file: string,
): Promise<{ changedSince: string[]; count: number }> {
  const columns = await undoColumns(db, importId);
  const changedSince: string[] = [];
  let count = 0;
  async function* rows(): AsyncGenerator<string> {
    yield stringify([columns.map(({ name }) => name)]);
    let slug: string | undefined;
    for (let after = 0; ; ) {
      const lines = await db
        .select()
        .from(productImportLine)
        .where(
          and(
            eq(productImportLine.importId, importId),
            inArray(productImportLine.kind, ["added", "changed"]),
            gt(productImportLine.id, after),
          ),
        )
        .orderBy(asc(productImportLine.id))
        .limit(CHUNK);
      const ids = `{${lines.flatMap(({ variantId }) => (variantId === null ? [] : [variantId])).join(",")}}`;
      const current = new Map(
        (await readRowsWhere(db, sql`variant.id = any (${ids}::bigint[])`)).map((row) => [Number(row.variantId), row]),
      );
      for (const line of lines) {
        const restored = restore(line, current.get(line.variantId ?? 0));
        if ("problem" in restored) {
          count += 1;
          if (changedSince.length < MAX_NAMED) changedSince.push(restored.problem);
          continue;
        }
        const { row, cells } = restored;
        const isFurther = row.slug === slug;
        slug = row.slug;
        yield stringify([columns.map((column) => cellOf(column, row, cells, isFurther))]);
      }
      const last = lines.at(-1);
      if (!last || lines.length < CHUNK) return;
      after = last.id;
    }
  }
  await pipeline(Readable.from(rows()), createWriteStream(file));
  return { changedSince, count };
}

/** Lists the columns that the import changed, those that identify a size, and `on_sale` if it added sizes. */
async function undoColumns(db: Database, importId: number): Promise<CsvColumn[]> {
  const found = await rowsOf<{ name: string }>(
    db,
    sql`select distinct cell ->> 'column' as name from product_import_line, jsonb_array_elements(cells) as cell
      where import_id = ${importId} and kind <> 'problem' and cell ->> 'before' is not null
      union select 'on_sale' where exists (select from product_import_line where import_id = ${importId} and kind = 'added')`,
  );
  const names = new Set(["slug", "sku", ...found.map(({ name }) => name)]);
  names.delete(NOT_RESTORED);
  // A size whose SKU is restored is found by its label.
  if (found.some(({ name }) => name === "sku")) names.add("size");
  return CSV_COLUMNS.filter(({ name }) => names.has(name));
}

/** Returns the former cells, or the cell that has changed since. */
function restore(
  { kind, row: fileRow, slug, sku, cells }: Line,
  row: ExportRow | undefined,
): { row: ExportRow; cells: Map<string, string> } | { problem: string } {
  const where = `row ${fileRow} (${[slug, sku].filter(Boolean).join(", ")})`;
  if (!row) return { problem: `${where} is no longer in the catalogue` };
  const restored = new Map<string, string>(kind === "added" ? [["on_sale", "false"]] : []);
  for (const { column: name, before, after } of cells) {
    if (before === null || name === NOT_RESTORED) continue;
    const column = CSV_COLUMNS.find((known) => known.name === name);
    if (!column) return { problem: `${where}, ${name}: there is no such column any more` };
    const now = column.write(row[column.field as keyof CsvProduct]);
    if (name === "stock") {
      // Sales have continued, so only the import's difference is reversed.
      const units = Number(now) + Number(before) - Number(after);
      if (units < 0) return { problem: `${where}, stock: only ${now} are left` };
      restored.set(name, String(units));
      continue;
    }
    if (now !== after && !(column.field === "createdAt" && Date.parse(now) === Date.parse(after)))
      return { problem: `${where}, ${name}: is ${now === "" ? "empty" : `“${now.slice(0, 60)}”`} now` };
    restored.set(name, before);
  }
  return { row, cells: restored };
}

function cellOf(
  { name, field, write }: CsvColumn,
  row: ExportRow,
  cells: ReadonlyMap<string, string>,
  isFurther: boolean,
): string {
  if (isFurther && field !== "slug" && !isVariantField(field)) return "";
  return escapeFormula(cells.get(name) ?? write(row[field as keyof CsvProduct]));
}
