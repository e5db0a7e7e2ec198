/** Imports of product files: uploaded, compared with the catalogue, stored, undone. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { adminProductFilter } from "./products.ts";

export const MAX_PRODUCT_FILE_BYTES = 50 * 1024 * 1024;
/** Of a ZIP file of pictures, or of one picture; what it holds is limited apart. */
export const MAX_PICTURES_FILE_BYTES = 100 * 1024 * 1024;
/** Maximum number of pictures that are uploaded for a product file. */
export const MAX_IMPORT_PICTURES = 5000;
/** Maximum number of columns in a file. */
export const MAX_COLUMNS = 200;
/** Maximum number of problems listed; further ones are only counted. */
export const MAX_IMPORT_PROBLEMS = 10_000;

/**
 * `uploaded`: staff must map its columns. `rejected`: it has problems. `compared`: its differences are shown. `stored`, `undone`: decided
 * by staff. `failed`: by an error other than the file's problems. The other states belong to a running job.
 */
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
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  problems: z.number(),
  /** Rows that were not stored, because their product had changed since. */
  skipped: z.number(),
  by: z.string(),
  at: z.string(),
  storedAt: z.nullable(z.string()),
});
export type ListedImport = z.infer<typeof listedImport>;

const productImport = z.object({
  ...listedImport.shape,
  /** The job's progress in percent. */
  progress: z.number(),
  pictures: z.object({
    /** How many are uploaded for the file. */
    uploaded: z.number(),
    /** How many the running job stores or fetches before it compares, and how many of them it has. */
    wanted: z.number(),
    ready: z.number(),
  }),
  /** The job's result in words, for example why an import was not undone. */
  message: z.string(),
  /** Identifies the differences that are shown; sent with the request that stores them. */
  digest: z.string(),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** The column's cells in the first rows. */
      samples: z.array(z.string()),
      /** The product column that it is mapped to, as chosen before or suggested; "" for none. */
      column: z.string(),
    }),
  ),
  /** Every column that a product file may have. */
  known: z.array(z.object({ name: z.string(), required: z.boolean() })),
  /** Whether it was stopped, or broke off, with rows that are not stored yet. */
  canContinue: z.boolean(),
  /** Whether it is the last that was stored. */
  canUndo: z.boolean(),
});
export type ProductImport = z.infer<typeof productImport>;

/** `skipped`: not stored, because the product had changed since. */
export const IMPORT_LINE_KINDS = ["problem", "added", "changed", "skipped"] as const;
export type ImportLineKind = (typeof IMPORT_LINE_KINDS)[number];

const importLine = z.object({
  _id: z.string(),
  /** The row's number in a spreadsheet; null for a problem of the whole file. */
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
  /** Why it was not stored or not undone; "" otherwise. */
  note: z.string(),
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
    repeat: "state",
    summary: "Upload a product file in CSV, 50 MB at most; nothing is stored in the catalogue",
    query: z.object({
      name: textField({ missing: "name is required.", max: 200, error: "The file’s name may have 200 characters." }),
    }),
    accepts: "text/csv",
    errorStatuses: [409, 429],
    response: responseOf(productImport),
  },
  addImportPictures: {
    ...IMPORT,
    method: "POST",
    path: "/imports/:id/pictures",
    repeat: "harmless",
    summary:
      "Add the pictures that a product file names: one picture, or a ZIP file of many, 100 MB at most; one of the same name is replaced",
    params: byId,
    query: z.object({
      name: textField({ missing: "name is required.", max: 200, error: "The file’s name may have 200 characters." }),
    }),
    accepts: "application/octet-stream",
    errorStatuses: [404, 409, 429],
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
    repeat: "state",
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
    repeat: "state",
    summary:
      "Store the differences that were shown, as a job, or go on with it; a product that somebody has changed since is skipped",
    body: z.object({
      digest: textField({ missing: "digest is required.", max: 64, error: "digest is of an import." }),
    }),
  },
  stopImport: {
    ...CHANGE,
    path: "/imports/:id/stop",
    repeat: "state",
    summary: "Stop the job of a file; what it has stored stays, and can be completed or undone",
    body: z.object({}),
  },
  undoImport: {
    ...CHANGE,
    path: "/imports/:id/undo",
    repeat: "state",
    summary:
      "Undo the import that was stored last, as a job: cells get their values of before, what was added is taken off sale. Refused if a cell has changed since",
    body: z.object({}),
  },
  deleteImport: {
    ...IMPORT,
    method: "DELETE",
    path: "/imports/:id",
    repeat: "seen",
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
