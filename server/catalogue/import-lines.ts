/** The lines of an import, read in its order, and the cells that storing or undoing them writes. */

import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import type { productImportLine } from "../database/schema.ts";
import { escapeFormula } from "./csv-cells.ts";
import type { CsvColumn } from "./csv-table.ts";
import type { ExportRow } from "./export.ts";
import { type Current, EMPTY_MEANS_UNCHANGED, isSame } from "./import-compare.ts";
import { CSV_COLUMNS, type CsvProduct, isVariantField } from "./product-columns.ts";

export type Line = Pick<typeof productImportLine.$inferSelect, "id" | "kind" | "row" | "slug" | "sku" | "cells"> & {
  variantId: number | null;
};
/** Storing writes what was shown; undoing writes what was there before. */
export type Direction = "store" | "undo";

/** A GST rate is restored from today on, not from its earlier day. */
const NOT_RESTORED = "gst_valid_from";

/** Reads the next lines that are to be stored, or to be undone. @param after the id of the line before */
export function readLines(
  db: DatabaseOrTransaction,
  { importId, direction, after, max }: { importId: number; direction: Direction; after: number; max: number },
): Promise<Line[]> {
  const open = direction === "store" ? sql`outcome is null` : sql`outcome = 'stored'`;
  // Each kind by the index, which a sort of both would not use.
  const ofKind = (kind: SQL) => sql`(select id, kind, row, slug, sku, variant_id, cells from product_import_line
    where import_id = ${importId} and kind = ${kind} and id > ${after} and ${open} order by id limit ${max})`;
  return rowsOf<Line>(
    db,
    sql`select id, kind, row, slug, sku, variant_id as "variantId", cells
      from (${ofKind(sql`'added'`)} union all ${ofKind(sql`'changed'`)}) as line order by id limit ${max}`,
  );
}

/** From the first to the last row of sizes that exchange SKUs: they are stored together. */
export type Span = readonly [from: number, to: number];

export async function readSpans(db: DatabaseOrTransaction, importId: number): Promise<Span[]> {
  const found = await rowsOf<{ from: number; to: number }>(
    db,
    sql`with named as (
        select row, cell ->> 'before' as before, cell ->> 'after' as after
        from product_import_line, jsonb_array_elements(cells) as cell
        where import_id = ${importId} and kind <> 'problem' and cells @> '[{"column": "sku"}]' and cell ->> 'column' = 'sku'
      )
      select distinct least(taker.row, owner.row) as from, greatest(taker.row, owner.row) as to
      from named as taker join named as owner on owner.before = taker.after and owner.row <> taker.row`,
  );
  return found.map(({ from, to }) => [from, to] as const);
}

/** How many of these lines are stored together: whole products, and sizes that exchange SKUs. 0: more lines are needed. */
export function wholeLines(lines: readonly Pick<Line, "row" | "slug">[], spans: readonly Span[]): number {
  for (let end = lines.length - 1; end > 0; end -= 1) {
    const [last, next] = [lines[end - 1], lines[end]];
    if (last?.slug === next?.slug) continue;
    const row = last?.row ?? 0;
    if (!spans.some(([from, to]) => from <= row && row < to)) return end;
  }
  return 0;
}

export type Written = { cells: ReadonlyMap<string, string> } | { problem: string };

/** The cells that a line writes, or what has changed since it was shown or stored. */
export function cellsToWrite(line: Line, direction: Direction, { bySize, bySlug }: Current): Written {
  const size = line.variantId === null ? undefined : bySize.get(Number(line.variantId));
  const product = bySlug.get(line.slug ?? "");
  const isNewProduct = line.cells.some(({ column, before }) => column === "title" && before === null);
  if (line.kind === "changed" || direction === "undo") {
    if (!size) return { problem: "is no longer in the catalogue" };
  } else if (isNewProduct && product) return { problem: "is in the catalogue meanwhile" };
  else if (!isNewProduct && !product) return { problem: "is no longer in the catalogue" };
  const written = new Map<string, string>(direction === "undo" && line.kind === "added" ? [["on_sale", "false"]] : []);
  for (const { column: name, before, after } of line.cells) {
    const [expected, next] = direction === "store" ? [before, after] : [after, before];
    if (direction === "undo" && (before === null || name === NOT_RESTORED)) continue;
    const column = CSV_COLUMNS.find((known) => known.name === name);
    if (!column) return { problem: `${name}: there is no such column any more` };
    const { field } = column;
    const row = isVariantField(field) ? size : (size ?? product);
    const now = row && column.write(row[field as keyof CsvProduct]);
    if (now !== undefined && name === "stock") {
      // Sales go on. An undo takes back the difference.
      const units = direction === "store" ? Number(after) : Number(now) + Number(before) - Number(after);
      if (units < 0) return { problem: `stock: only ${now} are left` };
      written.set(name, String(units));
      continue;
    }
    if (expected !== null && !isSame(field, now ?? "", expected))
      return { problem: `${name}: is ${now ? `“${now.slice(0, 60)}”` : "empty"} now` };
    written.set(name, next ?? "");
  }
  return { cells: written };
}

/** The columns that lines write, with those that identify a size. */
export function columnsOfLines(written: readonly ReadonlyMap<string, string>[]): CsvColumn[] {
  const names = new Set(["slug", "sku", ...written.flatMap((cells) => [...cells.keys()])]);
  return CSV_COLUMNS.filter(({ name }) => names.has(name));
}

/** A row of a product file that writes these cells, and leaves what is stored in the others. @param isFurther of the product before */
export function rowOf(
  columns: readonly CsvColumn[],
  { line, cells: written, isFurther }: { line: Line; cells: ReadonlyMap<string, string>; isFurther: boolean },
  { bySize, bySlug }: Current,
): string[] {
  const size = line.variantId === null ? undefined : bySize.get(Number(line.variantId));
  const product = bySlug.get(line.slug ?? "");
  return columns.map(({ name, field, write }) => {
    if (field === "slug") return line.slug ?? "";
    if (isFurther && !isVariantField(field)) return "";
    const cell = written.get(name);
    if (cell !== undefined) return escapeFormula(cell);
    const row: ExportRow | undefined = isVariantField(field) ? size : product;
    if (!row || EMPTY_MEANS_UNCHANGED.has(field)) return "";
    return escapeFormula(write(row[field as keyof CsvProduct]));
  });
}
