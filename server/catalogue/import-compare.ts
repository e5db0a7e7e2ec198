import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import { type ImportCell, productImportLine } from "../database/schema.ts";
import { type ExportRow, readRowsWhere } from "./export.ts";
import { CSV_COLUMNS, type CsvProduct, isVariantField, type ReadProduct } from "./product-columns.ts";

/** Compares the staged rows of a product import with the catalogue, cell by cell, in the file's format. */

/** Rows compared per statement. */
const CHUNK = 500;
/** Columns whose empty cells leave the stored value unchanged. */
const EMPTY_MEANS_UNCHANGED: ReadonlySet<string> = new Set(["label", "position", "createdAt", "gstValidFrom", "state"]);

type Cells = Record<string, string>;

export async function createCellTable(trx: DatabaseOrTransaction): Promise<void> {
  await trx.execute(
    sql`create temporary table import_cell (file_row int primary key, cells jsonb not null) on commit drop`,
  );
}

/** Stages the cells of rows in the format of an export, until all rows are read. */
export async function stageCells(trx: DatabaseOrTransaction, rows: readonly ReadProduct[]): Promise<void> {
  const json = JSON.stringify(
    rows.map(({ row, values }) => ({
      file_row: row,
      cells: Object.fromEntries(
        CSV_COLUMNS.flatMap(({ field, write }) => {
          const value = values[field];
          return value === undefined ? [] : [[field, write(value)]];
        }),
      ),
    })),
  );
  await trx.execute(
    sql`insert into import_cell select * from jsonb_populate_recordset(null::import_cell, ${json}::text::jsonb)`,
  );
}

interface StagedRow {
  file_row: number;
  slug: string;
  sku: string | null;
  product_id: number | null;
  variant_id: number | null;
  place: number;
  cells: Cells;
}

export interface Comparison {
  rows: number;
  added: number;
  changed: number;
  /** The digest of the differences to store; sales do not change it. */
  digest: string;
}

/** Compares the matched rows with the catalogue, and stores a line for each that changes something. */
export async function compareStaged(
  trx: DatabaseOrTransaction,
  importId: number,
  onRows: (done: number) => void,
): Promise<Comparison> {
  const hash = createHash("sha256");
  const result = { rows: 0, added: 0, changed: 0 };
  await trx.delete(productImportLine).where(sql`${productImportLine.importId} = ${importId}`);
  for (let from = 0; ; ) {
    const staged = await rowsOf<StagedRow>(
      trx,
      sql`select file_row, slug, sku, product_id, variant_id, place, cells
        from import_row join import_cell using (file_row) where file_row > ${from} order by file_row limit ${CHUNK}`,
    );
    const last = staged.at(-1);
    if (!last) break;
    from = last.file_row;
    const current = await readCurrent(trx, staged);
    const lines = staged.flatMap((row) => {
      const kind = row.variant_id === null ? ("added" as const) : ("changed" as const);
      const cells = changedCells(row, current);
      if (cells.length === 0 && kind === "changed") return [];
      result[kind] += 1;
      hash.update(JSON.stringify([row.file_row, kind, cells.map(stable)]));
      const variantId = row.variant_id;
      const sku = row.sku ?? (variantId === null ? null : (current.bySize.get(Number(variantId))?.sku ?? null));
      return [{ importId, kind, row: row.file_row, slug: row.slug, sku, variantId, cells }];
    });
    if (lines.length > 0) await trx.insert(productImportLine).values(lines);
    result.rows += staged.length;
    onRows(result.rows);
  }
  return { ...result, digest: hash.digest("hex") };
}

/** The differences as stored when they were shown, without the stock, which each sale changes. */
const stable = ({ column, before, after }: ImportCell) =>
  column === "stock" ? [column, after] : [column, before, after];

interface Current {
  bySize: Map<number, ExportRow>;
  byProduct: Map<number, ExportRow>;
}

async function readCurrent(trx: DatabaseOrTransaction, staged: readonly StagedRow[]): Promise<Current> {
  const ids = (values: readonly (number | null)[]) =>
    `{${[...new Set(values.filter((value) => value !== null))].join(",")}}`;
  const rows = await readRowsWhere(trx, sql`product.id = any (${ids(staged.map((row) => row.product_id))}::bigint[])`);
  return {
    bySize: new Map(rows.map((row) => [Number(row.variantId), row])),
    byProduct: new Map(rows.map((row) => [Number(row.productId), row])),
  };
}

function changedCells(row: StagedRow, { bySize, byProduct }: Current): ImportCell[] {
  const size = row.variant_id === null ? undefined : bySize.get(Number(row.variant_id));
  const product = row.product_id === null ? undefined : byProduct.get(Number(row.product_id));
  return CSV_COLUMNS.flatMap(({ name, field, write }): ImportCell[] => {
    const after = row.cells[field];
    if (after === undefined || field === "slug") return [];
    const isOfSize = isVariantField(field);
    // A product's columns are in its first row.
    if (!isOfSize && row.place > 1) return [];
    const stored = isOfSize ? size : product;
    if (!stored) return after === "" ? [] : [{ column: name, before: null, after }];
    if (after === "" && EMPTY_MEANS_UNCHANGED.has(field)) return [];
    const before = write(stored[field as keyof CsvProduct]);
    if (before === after || (field === "createdAt" && Date.parse(before) === Date.parse(after))) return [];
    return [{ column: name, before, after }];
  });
}
