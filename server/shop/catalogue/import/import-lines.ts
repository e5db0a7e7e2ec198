/**
 * The lines of an import, read in its order, and the cells that storing or undoing them writes. A line belongs to its product: lines are
 * read, judged and written with all the others of their product, since only the first line of a new product says that it is new.
 */

import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { column, type RowOf, rowsOf } from "../../../platform/database/rows.ts";
import type { ImportCell } from "../../../platform/database/schema.ts";
import { escapeFormula } from "./csv-cells.ts";
import type { CsvColumn } from "./csv-table.ts";
import type { ExportRow } from "./export.ts";
import { type Current, EMPTY_MEANS_UNCHANGED, isSame } from "./import-compare.ts";
import { CSV_COLUMNS, type CsvProduct, isVariantField } from "./product-columns.ts";

const LINE = {
  id: "number",
  kind: column<"added" | "changed">("string"),
  row: "number",
  slug: "string",
  sku: "string?",
  variantId: "number?",
  cells: column<ImportCell[]>("object"),
  fileStockBefore: "number?",
  fileStock: "number?",
} as const;
export type Line = RowOf<typeof LINE>;
/** Storing writes what was shown; undoing writes what was there before. */
export type Direction = "store" | "undo";

/** A GST rate is restored from today on, not from its earlier day. */
const NOT_RESTORED = "gst_valid_from";

interface LineQuery {
  importId: number;
  direction: Direction;
  /** The id of the line before. */
  after: number;
  max: number;
}

/**
 * Reads the next lines that are to be stored, or to be undone: whole products, and sizes that exchange SKUs together; more than `max` only if
 * a single group has more.
 */
export async function readLines(
  db: DatabaseOrTransaction,
  { max, ...query }: LineQuery,
  spans: readonly Span[] = [],
): Promise<{ lines: Line[]; isLast: boolean }> {
  for (let limit = max; ; limit *= 2) {
    const found = await readLinesUpTo(db, { ...query, max: limit + 1 });
    if (found.length <= limit) return { lines: found, isLast: true };
    const end = wholeLines(found, spans);
    if (end > 0) return { lines: found.slice(0, end), isLast: false };
  }
}

function readLinesUpTo(db: DatabaseOrTransaction, { importId, direction, after, max }: LineQuery): Promise<Line[]> {
  const open = direction === "store" ? sql`outcome is null` : sql`outcome = 'stored'`;
  // Each kind by the index, which a sort of both would not use.
  const ofKind = (
    kind: SQL,
  ) => sql`(select id, kind, row, slug, sku, variant_id, cells, file_stock_before, file_stock from product_import_line
    where import_id = ${importId} and kind = ${kind} and id > ${after} and ${open} order by id limit ${max})`;
  return rowsOf(
    db,
    LINE,
    sql`select id, kind, row, slug, sku, variant_id as "variantId", cells,
        file_stock_before as "fileStockBefore", file_stock as "fileStock"
      from (${ofKind(sql`'added'`)} union all ${ofKind(sql`'changed'`)}) as line order by id limit ${max}`,
  );
}

/** From the first to the last row of sizes that exchange SKUs: they are stored together. */
export type Span = readonly [from: number, to: number];

export async function readSpans(db: DatabaseOrTransaction, importId: number): Promise<Span[]> {
  const found = await rowsOf(
    db,
    { from: "number", to: "number" },
    // Grouped rather than joined: the planner expects a few of these rows, and would compare each of 60,000 with all the others.
    sql`select min(row) as from, max(row) as to
      from product_import_line, jsonb_array_elements(cells) as cell,
        lateral (values (cell ->> 'before', true), (cell ->> 'after', false)) as named (sku, is_owner)
      where import_id = ${importId} and kind <> 'problem' and cells @> '[{"column": "sku"}]' and cell ->> 'column' = 'sku' and named.sku is not null
      group by named.sku having bool_or(is_owner) and not bool_and(is_owner) and min(row) < max(row)`,
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

type Written = { cells: ReadonlyMap<string, string> } | { problem: string };
export type WrittenLine = { line: Line } & Written;

/**
 * The cells that lines write, or what has changed since they were shown or stored: "price: was “500”, is “520” now".
 * @param lines whole products
 */
export function cellsToWrite(lines: readonly Line[], direction: Direction, current: Current): WrittenLine[] {
  const newProducts = new Set(lines.filter(isOfNewProduct).map(({ slug }) => slug));
  const restored = direction === "undo" ? restoredNames(lines) : new Set<string>();
  return lines.map((line) => ({
    line,
    ...(lostOf(line, direction, newProducts.has(line.slug), current) ??
      cellsOfLine(line, direction, current, restored)),
  }));
}

const nameOf = (column: "sku" | "size", slug: string | null, name: string) =>
  JSON.stringify([column, column === "size" ? slug : null, name]);

/** The SKUs and names that an undo restores to their sizes. */
const restoredNames = (lines: readonly Line[]) =>
  new Set(
    lines.flatMap(({ slug, cells }) =>
      cells.flatMap(({ column, before }) =>
        (column === "sku" || column === "size") && before !== null ? [nameOf(column, slug, before)] : [],
      ),
    ),
  );

/** What an undo writes of an added size: it is off sale, and returns a name that it took from a size which the import renamed. */
function cellsOfUndoneSize(
  { id, slug }: Line,
  { sku, label }: Pick<CsvProduct, "sku" | "label">,
  restored: ReadonlySet<string>,
): Map<string, string> {
  const written = new Map([["on_sale", "false"]]);
  for (const [column, name] of [
    ["sku", sku],
    ["size", label ?? ""],
  ] as const)
    if (restored.has(nameOf(column, slug, name))) written.set(column, `${name.slice(0, 30)} (undone ${id})`);
  return written;
}

/** Every new product has a title, in its first line. */
const isOfNewProduct = ({ kind, cells }: Line) =>
  kind === "added" && cells.some(({ column, before }) => column === "title" && before === null);

/** What has become of the product or the size of a line. */
function lostOf(
  { kind, slug, variantId }: Line,
  direction: Direction,
  isNewProduct: boolean,
  { bySize, bySlug }: Current,
): { problem: string } | null {
  const isThere = variantId === null ? bySlug.has(slug ?? "") : bySize.has(Number(variantId));
  if (kind === "added" && direction === "store" && isNewProduct)
    return isThere ? { problem: "is in the catalogue meanwhile" } : null;
  return isThere ? null : { problem: "is no longer in the catalogue" };
}

function cellsOfLine(
  line: Line,
  direction: Direction,
  { bySize, bySlug }: Current,
  restored: ReadonlySet<string>,
): Written {
  const size = line.variantId === null ? undefined : bySize.get(Number(line.variantId));
  const product = bySlug.get(line.slug ?? "");
  if (direction === "undo" && line.kind === "added" && size) return { cells: cellsOfUndoneSize(line, size, restored) };
  const written = new Map<string, string>();
  for (const { column: name, before, after } of line.cells) {
    const [expected, next] = direction === "store" ? [before, after] : [after, before];
    if (direction === "undo" && (before === null || name === NOT_RESTORED)) continue;
    const column = CSV_COLUMNS.find((known) => known.name === name);
    if (!column) return { problem: `${name}: there is no such column any more` };
    const { field } = column;
    const row = isVariantField(field) ? size : (size ?? product);
    const now = row && column.write(row[field as keyof CsvProduct]);
    if (now !== undefined && name === "stock") {
      // Sales go on: what is stored, or taken back, is the difference.
      const taken = Number(expected) - Number(next);
      if (taken > Number(now))
        return {
          problem: `stock: ${now} are left, from which ${taken} cannot be taken (it was changed from ${before} to ${after})`,
        };
      written.set("stock", next ?? "").set("stock_before", expected ?? "");
      continue;
    }
    if (expected !== null && !isSame(field, now ?? "", expected))
      return { problem: `${name}: was ${shown(expected)}, is ${shown(now ?? "")} now` };
    written.set(name, next ?? "");
  }
  return { cells: written };
}

const shown = (cell: string) => (cell === "" ? "empty" : `“${cell.length > 60 ? `${cell.slice(0, 60)}…` : cell}”`);

/** "row 2 (khus, SK-khus), price: was “500”, is “520” now" */
export function describeChange({ row, slug, sku }: Line, problem: string): string {
  return `row ${row} (${[slug, sku].filter(Boolean).join(", ")})${problem.startsWith("is ") ? " " : ", "}${problem}`;
}

/** Columns that a new size needs and a draft may leave empty; an empty cell of a new row is not among the cells of its line. */
const EMPTY_IN_DRAFTS = ["hsn", "country_of_origin"];

/**
 * The columns that lines write, with those that identify a size: without "size", a new size that is the only line of its product would be
 * taken for the product's single size.
 */
export function columnsOfLines(written: readonly { line: Line; cells: ReadonlyMap<string, string> }[]): CsvColumn[] {
  const names = new Set(["slug", "sku", "size", ...written.flatMap(({ cells }) => [...cells.keys()])]);
  if (written.some(({ line }) => line.kind === "added")) for (const name of EMPTY_IN_DRAFTS) names.add(name);
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
