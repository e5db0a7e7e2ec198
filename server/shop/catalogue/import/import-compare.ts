/** Compares the staged rows of a product import with the catalogue, cell by cell, in the file's format. */

import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { type RowOf, rowsOf } from "../../../platform/database/rows.ts";
import type { ImportCell } from "../../../platform/database/schema.ts";
import { type ExportRow, readRowsWhere } from "./export.ts";
import { CSV_COLUMNS, type CsvProduct, isVariantField, type ReadProduct } from "./product-columns.ts";

/** Empty, they leave what is stored. */
export const EMPTY_MEANS_UNCHANGED: ReadonlySet<string> = new Set([
  "label",
  "position",
  "createdAt",
  "gstValidFrom",
  "state",
]);

/** They change nothing: what the file says about other cells. */
const STATEMENTS: ReadonlySet<string> = new Set(["slug", "stockBefore", "packsCarryMrp"]);

type Cells = Readonly<Record<string, string>>;

/** The cells of rows by their number in the file, written as an export writes them. */
export const cellsOf = (rows: readonly ReadProduct[]): Map<number, Cells> =>
  new Map(
    rows.map(({ row, values }) => [
      row,
      Object.fromEntries(
        CSV_COLUMNS.flatMap(({ field, write }) => {
          const value = values[field];
          return value === undefined ? [] : [[field, write(value)]];
        }),
      ),
    ]),
  );

const STAGED = {
  file_row: "number",
  slug: "string",
  sku: "string?",
  label: "string?",
  product_id: "number?",
  variant_id: "number?",
  place: "number",
  file_stock_before: "number?",
  file_stock: "number?",
  is_repeated: "boolean?",
} as const;
type StagedRow = RowOf<typeof STAGED>;

export interface ComparedLine {
  importId: number;
  kind: "added" | "changed";
  row: number;
  slug: string;
  sku: string | null;
  variantId: number | null;
  cells: ImportCell[];
  /** The numbers of the file, if it names both. */
  fileStockBefore: number | null;
  fileStock: number | null;
}

/** Compares the matched rows with the catalogue. @returns a line for each that changes something */
export async function compareStaged(
  trx: DatabaseOrTransaction,
  importId: number,
  cellsByRow: ReadonlyMap<number, Cells>,
): Promise<ComparedLine[]> {
  const staged = await rowsOf(
    trx,
    STAGED,
    sql`select file_row, slug, sku, label, product_id, variant_id, place, file_stock_before, file_stock, is_repeated
      from import_row order by file_row`,
  );
  const current = await readCurrent(trx, sql`select product_id from import_row`);
  return staged.flatMap((row) => {
    const { file_row: fileRow, slug, variant_id: variantId } = row;
    const kind = variantId === null ? "added" : "changed";
    const cells = changedCells(row, cellsByRow.get(fileRow) ?? {}, current);
    if (cells.length === 0 && kind === "changed") return [];
    const sku = row.sku ?? (variantId === null ? null : (current.bySize.get(Number(variantId))?.sku ?? null));
    const hasStock = cells.some(({ column }) => column === "stock");
    const fileStockBefore = hasStock ? row.file_stock_before : null;
    const fileStock = hasStock ? row.file_stock : null;
    return [{ importId, kind, row: fileRow, slug, sku, variantId, cells, fileStockBefore, fileStock }];
  });
}

export async function insertLines(trx: DatabaseOrTransaction, lines: readonly ComparedLine[]): Promise<void> {
  await trx.execute(sql`insert into product_import_line (import_id, kind, row, slug, sku, variant_id, cells, file_stock_before, file_stock)
    select "importId", kind, row, slug, sku, "variantId", cells, "fileStockBefore", "fileStock"
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb)
      as line ("importId" bigint, kind text, row int, slug text, sku text, "variantId" bigint, cells jsonb,
        "fileStockBefore" int, "fileStock" int)
    order by row
    on conflict (import_id, row) do update set kind = excluded.kind, slug = excluded.slug, sku = excluded.sku,
      variant_id = excluded.variant_id, cells = excluded.cells, file_stock_before = excluded.file_stock_before,
      file_stock = excluded.file_stock`);
}

export interface Current {
  bySize: ReadonlyMap<number, ExportRow>;
  byProduct: ReadonlyMap<number, ExportRow>;
  bySlug: ReadonlyMap<string, ExportRow>;
}

/** What the catalogue has now. @param products a query of ids */
export async function readCurrent(db: DatabaseOrTransaction, products: ReturnType<typeof sql>): Promise<Current> {
  const rows = await readRowsWhere(db, sql`product.id in (${products})`);
  return {
    bySize: new Map(rows.map((row) => [Number(row.variantId), row])),
    byProduct: new Map(rows.map((row) => [Number(row.productId), row])),
    bySlug: new Map(rows.map((row) => [row.slug, row])),
  };
}

function changedCells(row: StagedRow, given: Cells, { bySize, byProduct }: Current): ImportCell[] {
  const size = row.variant_id === null ? undefined : bySize.get(Number(row.variant_id));
  const product = row.product_id === null ? undefined : byProduct.get(Number(row.product_id));
  return CSV_COLUMNS.flatMap(({ name, field, write }): ImportCell[] => {
    const cell = givenCell(row, field, given);
    if (cell === undefined || STATEMENTS.has(field)) return [];
    if (field === "stock" && row.is_repeated) return [];
    const isOfSize = isVariantField(field);
    // A product's columns are in its first row.
    if (!isOfSize && row.place > 1) return [];
    const stored = isOfSize ? size : product;
    const after = field === "stock" && size ? stockAfter(cell, given.stockBefore, size.stock) : cell;
    if (!stored) return after === "" ? [] : [{ column: name, before: null, after }];
    if (after === "" && EMPTY_MEANS_UNCHANGED.has(field)) return [];
    const before = write(stored[field as keyof CsvProduct]);
    return isSame(field, before, after) ? [] : [{ column: name, before, after }];
  });
}

/** A SKU and a name in the spelling that is stored. */
function givenCell({ sku, label }: StagedRow, field: string, given: Cells): string | undefined {
  const cell = given[field];
  if (!cell || (field !== "sku" && field !== "label")) return cell;
  return (field === "sku" ? sku : label) ?? cell;
}

/** A file that says from which number its stock was changed changes the stock of now by the difference. */
const stockAfter = (given: string, seen: string | undefined, now: number) =>
  seen ? String(now + Number(given) - Number(seen)) : given;

/** Whether two cells of a column mean the same. */
export const isSame = (field: string, one: string, other: string): boolean =>
  one === other || (field === "createdAt" && Date.parse(one) === Date.parse(other));
