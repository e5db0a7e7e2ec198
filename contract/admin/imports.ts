import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { adminProductFilter } from "./products.ts";

/** Product files: uploaded, compared with the catalogue, stored, undone. */

export const MAX_PRODUCT_FILE_BYTES = 50 * 1024 * 1024;
/** Columns of a file at most. */
export const MAX_COLUMNS = 200;
/** Problems that are listed; further ones are counted. */
export const MAX_IMPORT_PROBLEMS = 10_000;

export const IMPORT_STATES = [
  "uploaded",
  "comparing",
  "rejected",
  "compared",
  "storing",
  "stored",
  "undoing",
  "undone",
  "failed",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const listedImport = z.object({
  _id: z.string(),
  file_name: z.string(),
  state: z.enum(IMPORT_STATES),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  problems: z.number(),
  by: z.string(),
  at: z.string(),
  stored_at: z.nullable(z.string()),
});
export type ListedImport = z.infer<typeof listedImport>;

const productImport = z.object({
  ...listedImport.shape,
  /** The job's progress in percent. */
  progress: z.number(),
  /** What the job has to say, such as why an import was not undone. */
  message: z.string(),
  /** Names the differences that are shown: sent along when they are stored. */
  digest: z.string(),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** Cells of the first rows. */
      samples: z.array(z.string()),
      /** The column that it is, chosen before or suggested; "" for none. */
      column: z.string(),
    }),
  ),
  /** The columns of a product file. */
  known: z.array(z.object({ name: z.string(), required: z.boolean() })),
  /** Whether it is the last that was stored. */
  can_undo: z.boolean(),
});
export type ProductImport = z.infer<typeof productImport>;

export const IMPORT_LINE_KINDS = ["problem", "added", "changed"] as const;
export type ImportLineKind = (typeof IMPORT_LINE_KINDS)[number];

const importLine = z.object({
  _id: z.string(),
  /** In a spreadsheet; null for a problem of the whole file. */
  row: z.nullable(z.number()),
  slug: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  cells: z.array(
    z.object({
      column: z.string(),
      before: z.nullable(z.string()),
      after: z.string(),
      problem: z.optional(z.string()),
    }),
  ),
});
export type ImportLine = z.infer<typeof importLine>;

const byId = z.object({ id: rowId("id must be digits.") });
const cell = (error: string) => textField({ max: 100, mayBeEmpty: true, error });
const IMPORT = { tag: "Products", permission: "edit_products" } as const;
const CHANGE = {
  ...IMPORT,
  method: "POST",
  params: byId,
  errorStatuses: [404, 409],
  response: responseOf(productImport),
} as const;

export const importEndpoints = {
  listImports: {
    ...IMPORT,
    method: "GET",
    path: "/imports",
    summary: "Product files, the newest first, 20 a page",
    query: z.object({ before: z.optional(rowId("before must be digits.")) }),
    response: responseOf(z.object({ imports: z.array(listedImport), hasMore: z.boolean() })),
  },
  uploadImport: {
    ...IMPORT,
    method: "POST",
    path: "/imports",
    summary: "Upload a product file in CSV, 50 MB at most; nothing is stored in the catalogue",
    query: z.object({
      name: textField({ missing: "name is required.", max: 200, error: "The file’s name may have 200 characters." }),
    }),
    accepts: "text/csv",
    errorStatuses: [409, 429],
    response: responseOf(productImport),
  },
  readImport: {
    ...IMPORT,
    method: "GET",
    path: "/imports/:id",
    summary: "A product file with its columns and its state",
    params: byId,
    errorStatuses: [404],
    response: responseOf(productImport),
  },
  listImportLines: {
    ...IMPORT,
    method: "GET",
    path: "/imports/:id/lines",
    summary: "What rows of a file change, cell by cell, or what is wrong with them; 50 a page",
    params: byId,
    query: z.object({
      kind: z.enum(IMPORT_LINE_KINDS, `kind must be one of ${IMPORT_LINE_KINDS.join(", ")}.`),
      after: z.optional(rowId("after must be digits.")),
    }),
    errorStatuses: [404],
    response: responseOf(z.object({ lines: z.array(importLine), hasMore: z.boolean() })),
  },
  compareImport: {
    ...CHANGE,
    path: "/imports/:id/compare",
    summary: "Compare a file with the catalogue, as a job; nothing is stored in the catalogue",
    body: z.object({
      columns: z
        .array(
          z.object({
            heading: cell("A heading may have 100 characters."),
            /** "" for a column that is not imported. */
            column: cell("There is no such column."),
          }),
        )
        .check(z.maxLength(MAX_COLUMNS, `A file may have ${MAX_COLUMNS} columns.`)),
    }),
  },
  storeImport: {
    ...CHANGE,
    path: "/imports/:id/store",
    summary: "Store the differences that were shown, as a job: all of them, or none",
    body: z.object({
      digest: textField({ missing: "digest is required.", max: 64, error: "digest is of an import." }),
    }),
  },
  undoImport: {
    ...CHANGE,
    path: "/imports/:id/undo",
    summary:
      "Undo the import that was stored last, as a job: cells get their values of before, what was added is taken off sale. Refused if a cell has changed since",
    body: z.object({}),
  },
  deleteImport: {
    ...IMPORT,
    method: "DELETE",
    path: "/imports/:id",
    summary: "Delete a product file that was not stored",
    params: byId,
    errorStatuses: [404, 409],
    response: responseOf(z.object({})),
  },
  exportCatalogue: {
    tag: "Products",
    permission: "view_products",
    method: "GET",
    path: "/catalogue.csv",
    summary: "The product file, of all products or of those that match",
    query: z.object(adminProductFilter),
    produces: "text/csv",
  },
} as const satisfies Record<string, AdminEndpoint>;
