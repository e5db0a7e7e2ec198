/** Product files that staff uploads in the back office: compared with the catalogue, stored, undone. */

import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { IMPORT_STATES } from "../../../../contract/admin/imports.ts";
import type { Picture } from "../../../../contract/pictures.ts";
import { variant } from "./catalogue.ts";
import { atLeast, oneOf } from "./checks.ts";
import { bytea, id, rowId, timestamptz } from "./columns.ts";

export const productImport = pgTable(
  "product_import",
  {
    id: id(),
    fileName: text().notNull(),
    bytes: integer().notNull(),
    state: text({ enum: IMPORT_STATES }).notNull().default("uploaded"),
    /** The cells of the file's first row, and samples of the following rows. */
    headings: text().array().notNull(),
    samples: jsonb().$type<string[][]>().notNull(),
    /** Columns by heading; "" for a heading that is not imported. Null until staff has chosen. */
    mapping: jsonb().$type<Record<string, string>>(),
    /** Number of rows in the file, and of sizes that are new, changed or have a problem. */
    rows: integer().notNull().default(0),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    problems: integer().notNull().default(0),
    /** Sizes that were not stored, because their product had changed since. */
    skipped: integer().notNull().default(0),
    /** Progress of the job, in percent. */
    progress: smallint().notNull().default(0),
    /** How many pictures the running job gets before it compares, and how many it has. */
    picturesWanted: integer().notNull().default(0),
    picturesReady: integer().notNull().default(0),
    /** The digest of the differences that were shown; storing requires the same digest. */
    digest: text().notNull().default(""),
    /** The job's message to staff, for example why an import was not undone. */
    message: text().notNull().default(""),
    /** A member wants the job to stop; it does between two transactions. */
    stopRequested: boolean().notNull().default(false),
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
    atLeast(0, table.skipped),
    check("product_import_progress_check", sql`${table.progress} between 0 and 100`),
    check("product_import_stored_at_check", sql`${table.state} not in ('stored', 'undone') or stored_at is not null`),
  ],
);

/** The parts of a file, stored because any instance may run the job. */
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

/** Pictures for a product file: uploaded, alone or in a ZIP file, or fetched from the addresses in it. */
export const productImportPicture = pgTable(
  "product_import_picture",
  {
    id: id(),
    importId: rowId()
      .notNull()
      .references(() => productImport.id, { onDelete: "cascade" }),
    /** The path in the ZIP file, the name of the uploaded file, or the address. */
    name: text().notNull(),
    /** The uploaded bytes, until the picture is in the media library; null also for an address. */
    content: bytea(),
    /** As it is in the media library; null before. */
    picture: jsonb().$type<Omit<Picture, "alt">>(),
  },
  (table) => [uniqueIndex().on(table.importId, table.name)],
);

/** Pictures that were fetched lately, by their addresses, so that the next import does not fetch them again. */
export const fetchedPicture = pgTable(
  "fetched_picture",
  {
    url: text().primaryKey(),
    picture: jsonb().$type<Omit<Picture, "alt">>().notNull(),
    fetchedAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.fetchedAt)],
);

export const IMPORT_LINE_KINDS = ["added", "changed", "problem"] as const;

/** What has become of a line; null while it is only shown. `skipped`: the product had changed meanwhile. */
export const IMPORT_LINE_OUTCOMES = ["stored", "skipped", "undone"] as const;

/** One cell of a row: before and after, or what is wrong with it. */
export interface ImportCell {
  column: string;
  before: string | null;
  after: string;
  problem?: string;
}

/** The changes or problems of one row of a file. */
export const productImportLine = pgTable(
  "product_import_line",
  {
    id: id(),
    importId: rowId()
      .notNull()
      .references(() => productImport.id, { onDelete: "cascade" }),
    kind: text({ enum: IMPORT_LINE_KINDS }).notNull(),
    /** The row's number in a spreadsheet; null for a problem of the whole file. */
    row: integer(),
    slug: text(),
    sku: text(),
    /** The size once it is stored. Has no foreign key, because the size may be deleted later. */
    variantId: rowId(),
    cells: jsonb().$type<ImportCell[]>().notNull(),
    /** The numbers of the file if it changes the stock from one that it names; the cell shows those of the shop. */
    fileStockBefore: integer(),
    fileStock: integer(),
    outcome: text({ enum: IMPORT_LINE_OUTCOMES }),
    /** Why it was skipped, or is not undone. */
    note: text().notNull().default(""),
  },
  (table) => [
    oneOf(table.kind),
    oneOf(table.outcome),
    index().on(table.importId, table.kind, table.id),
    // A process that was frozen may still compare a file that another compares.
    uniqueIndex().on(table.importId, table.row).concurrently(),
  ],
);

/** Changes of stock that product files have made, by the two numbers of the file, so that the same file does not make them again. */
export const productFileStock = pgTable(
  "product_file_stock",
  {
    variantId: rowId()
      .notNull()
      .references(() => variant.id, { onDelete: "cascade" }),
    stockBefore: integer().notNull(),
    stock: integer().notNull(),
    /** The last movement of the size's stock once the change was made; 0 if it has none. Has no foreign key: the ledger is another's. */
    movementId: rowId().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.variantId, table.stockBefore, table.stock] }),
    atLeast(0, table.stockBefore),
    atLeast(0, table.stock),
  ],
);
