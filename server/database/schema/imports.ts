import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { atLeast, oneOf } from "./checks.ts";
import { bytea, id, rowId, timestamptz } from "./columns.ts";

/** Product files that staff uploads in the back office: compared with the catalogue, stored, undone. */

/**
 * `uploaded`: its columns are to be named. `rejected`: it has problems. `compared`: its differences are shown. `stored`, `undone`: what staff has
 * decided. `failed`: by an error that is no problem of the file. The others are a job's.
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

export const productImport = pgTable(
  "product_import",
  {
    id: id(),
    fileName: text().notNull(),
    bytes: integer().notNull(),
    state: text({ enum: IMPORT_STATES }).notNull().default("uploaded"),
    /** The cells of its first row, and of the rows after it. */
    headings: text().array().notNull(),
    samples: jsonb().$type<string[][]>().notNull(),
    /** Names of columns by heading; "" for one that is not imported. Null until staff has chosen. */
    mapping: jsonb().$type<Record<string, string>>(),
    /** Rows of the file, and its sizes that are new, changed or have a problem. */
    rows: integer().notNull().default(0),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    problems: integer().notNull().default(0),
    /** Progress of the job, in percent. */
    progress: smallint().notNull().default(0),
    /** The digest of the differences that were shown; an import with another one is not stored. */
    digest: text().notNull().default(""),
    /** What the job has to say to staff, such as why an import was not undone. */
    message: text().notNull().default(""),
    /** Who has uploaded it, or decided last. */
    actor: jsonb().$type<{ id: number | null; name: string; role: string; requestId: string }>().notNull(),
    createdAt: timestamptz().notNull(),
    storedAt: timestamptz(),
  },
  (table) => [
    oneOf(table.state),
    atLeast(0, table.bytes),
    atLeast(0, table.rows),
    atLeast(0, table.added),
    atLeast(0, table.changed),
    atLeast(0, table.problems),
    check("product_import_progress_check", sql`${table.progress} between 0 and 100`),
    check("product_import_stored_at_check", sql`${table.state} not in ('stored', 'undone') or stored_at is not null`),
  ],
);

/** The bytes of a file, in parts: any instance may run the job. */
export const productImportPart = pgTable(
  "product_import_part",
  {
    importId: rowId()
      .notNull()
      .references(() => productImport.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.position] }), atLeast(0, table.position)],
);

export const IMPORT_LINE_KINDS = ["added", "changed", "problem"] as const;

/** One cell of a row: before and after, or what is wrong with it. */
export interface ImportCell {
  column: string;
  before: string | null;
  after: string;
  problem?: string;
}

/** What a row of a file changes, or what is wrong with it. */
export const productImportLine = pgTable(
  "product_import_line",
  {
    id: id(),
    importId: rowId()
      .notNull()
      .references(() => productImport.id, { onDelete: "cascade" }),
    kind: text({ enum: IMPORT_LINE_KINDS }).notNull(),
    /** In a spreadsheet; null for a problem of the whole file. */
    row: integer(),
    slug: text(),
    sku: text(),
    /** The size, once it is stored. No foreign key: it may be deleted later. */
    variantId: rowId(),
    cells: jsonb().$type<ImportCell[]>().notNull(),
  },
  (table) => [oneOf(table.kind), index().on(table.importId, table.kind, table.id)],
);
