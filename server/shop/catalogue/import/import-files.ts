/**
 * Uploaded product files. They are on this machine's disk only while they are read, and otherwise in the database, because any instance may
 * run the job.
 */

import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { and, asc, eq } from "drizzle-orm";
import { MAX_COLUMNS, MAX_PRODUCT_FILE_BYTES } from "../../../../contract/admin/imports.ts";
import { beginningOf } from "../../../../contract/text.ts";
import { ApiError } from "../../../base/errors.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { productImportPart } from "../../../platform/database/schema.ts";
import type { IsHeadings } from "./csv-dialect.ts";
import { CsvFileProblem, type CsvRow, readCsvFile } from "./csv-file.ts";
import { describeProblem, headingOf, isHeaderOf, namedHeadings, problemSentence } from "./csv-table.ts";

/** More than any small file may have: millions of rows of one letter would take minutes to read. */
const MAX_ROWS = 200_000;
const PART_BYTES = 1024 * 1024;
/** How many rows are shown with the headings, and how many characters of a cell. */
const SAMPLES = 3;
const MAX_SAMPLE = 80;

/** Runs a function with a temporary folder. @param uploads folder for uploads */
export async function withFolder<T>(uploads: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(uploads, { recursive: true });
  const folder = await mkdtemp(join(uploads, "import-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a body to the disk. @param max in bytes @returns its bytes. @throws ApiError (413), (422), and the file system's error */
export async function receiveFile(body: unknown, file: string, max = MAX_PRODUCT_FILE_BYTES): Promise<number> {
  if (!(body instanceof Readable)) throw ApiError.ofField("file", "Please choose a file.");
  let bytes = 0;
  let failure: unknown = null;
  const target = await open(file, "w");
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Reads and discards the rest: a stream that is left would close the connection before the response.
      if (bytes > max || failure) continue;
      await target.appendFile(chunk).catch((error: unknown) => {
        failure = error;
      });
    }
  } finally {
    await target.close();
  }
  if (failure) throw failure;
  if (bytes > max)
    throw ApiError.ofField(
      "file",
      `A file can have up to ${max / 1024 / 1024} MB. Please split it.`,
      "payload_too_large",
    );
  if (bytes === 0) throw ApiError.ofField("file", "This file is empty.");
  return bytes;
}

/** Reads the rows of a small file, the headings first. @throws ApiError (422) if it is not a CSV file */
export async function readRows(file: string, isHeadings: IsHeadings): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  try {
    for await (const row of readCsvFile(file, isHeadings)) {
      rows.push(row);
      if (rows.length > MAX_ROWS)
        throw ApiError.ofField(
          "file",
          `A file can have up to ${MAX_ROWS.toLocaleString("en-IN")} rows. Please split it.`,
        );
    }
  } catch (error) {
    if (!(error instanceof CsvFileProblem)) throw error;
    throw ApiError.ofField(
      "file",
      problemSentence(describeProblem({ row: error.row, slug: null, column: null, message: error.message })),
    );
  }
  return rows;
}

/** Reads the headings and the first rows. @throws ApiError (422) if it is not a CSV file */
export async function readHeadings(file: string): Promise<{ headings: string[]; samples: string[][] }> {
  const rows: string[][] = [];
  try {
    for await (const { cells } of readCsvFile(file, isHeaderOf())) {
      rows.push(cells.map(headingOf));
      if (rows.length > SAMPLES) break;
    }
  } catch (error) {
    if (!(error instanceof CsvFileProblem)) throw error;
    if (rows.length === 0) throw ApiError.ofField("file", problemSentence(error.message));
  }
  const [firstRow = [], ...samples] = rows;
  const headings = [...namedHeadings(firstRow)];
  if (headings.length > MAX_COLUMNS) throw ApiError.ofField("file", `A file can have up to ${MAX_COLUMNS} columns.`);
  const seen = new Set<string>();
  for (const heading of headings) {
    if (heading.length > 100) throw ApiError.ofField("file", "The first row must name the columns.");
    if (heading !== "" && seen.has(heading)) throw ApiError.ofField("file", `The heading “${heading}” occurs twice.`);
    seen.add(heading);
  }
  return {
    headings,
    samples: samples.map((cells) => cells.slice(0, headings.length).map((cell) => beginningOf(cell, MAX_SAMPLE))),
  };
}

export async function storeParts(trx: DatabaseOrTransaction, importId: number, file: string): Promise<void> {
  const handle = await open(file);
  try {
    for (let position = 0; ; position++) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES);
      if (bytesRead === 0) return;
      await trx.insert(productImportPart).values({ importId, position, bytes: buffer.subarray(0, bytesRead) });
    }
  } finally {
    await handle.close();
  }
}

/** Writes a stored file to the disk. */
export async function restoreFile(db: Database, importId: number, file: string): Promise<void> {
  const positions = await db
    .select({ position: productImportPart.position })
    .from(productImportPart)
    .where(eq(productImportPart.importId, importId))
    .orderBy(asc(productImportPart.position));
  const handle = await open(file, "w");
  try {
    for (const { position } of positions) {
      const [part] = await db
        .select({ bytes: productImportPart.bytes })
        .from(productImportPart)
        .where(and(eq(productImportPart.importId, importId), eq(productImportPart.position, position)));
      if (part) await handle.write(part.bytes);
    }
  } finally {
    await handle.close();
  }
}
