import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { Transform, type TransformCallback } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { type Dialect, findDialect, type IsHeadings, notATable } from "./csv-dialect.ts";
import { type FileEncoding, findEncoding, readHead } from "./file-encoding.ts";

export interface CsvRow {
  /** The row's number in a spreadsheet, from 1. Empty rows count; a cell with line breaks does not add rows. */
  row: number;
  cells: string[];
  /** Number of bytes read so far. */
  bytes: number;
}

/** An error after which the rest of the file cannot be read. */
export class CsvFileProblem extends Error {
  /** Null if the row is unknown. */
  readonly row: number | null;

  constructor(row: number | null, message: string) {
    super(message);
    this.row = row;
  }
}

/** Limits a row's characters to more than any product needs; without it, an unclosed quotation mark reads the whole file into memory. */
const MAX_ROW_LENGTH = 1_000_000;

/** After how many bytes rows are handed over: one by one, a megabyte of short or empty rows takes a minute. */
const BATCH_BYTES = 16 * 1024;

/** Of a file, from whose beginning its dialect is recognised. */
const HEAD_BYTES = 128 * 1024;

/**
 * Streams the rows of a CSV file from its headings on, whatever its encoding (`findEncoding`), separator and line ends. Skips titles above the headings,
 * and empty rows, which spreadsheets leave behind.
 * @param isHeadings whether cells are the headings that the file needs; if none are, the first row that names most columns is taken
 * @throws CsvFileProblem for an Excel file, or invalid quotation marks or encoding; the file system's error when it cannot be opened
 */
export async function* readCsvFile(file: string, isHeadings: IsHeadings): AsyncGenerator<CsvRow> {
  const [head, encoding] = await Promise.all([readHead(file, HEAD_BYTES), findEncoding(file)]);
  const text = new TextDecoder(encoding).decode(head);
  const problem = notATable(head, text);
  if (problem) throw new CsvFileProblem(null, problem);
  yield* readRows(file, encoding, findDialect(text, isHeadings));
}

async function* readRows(file: string, encoding: FileEncoding, dialect: Dialect): AsyncGenerator<CsvRow> {
  // A failing stream discards its buffered rows, whose problems must still be reported.
  const parsed: CsvRow[] = [];
  let records = 0;
  // The line `sep=;` is no row in a spreadsheet.
  const rowNow = () => (dialect.hasSeparatorLine ? 0 : 1) + records + parser.info.empty_lines;
  let handedOver = 0;
  const parser = parse({
    bom: true,
    delimiter: dialect.separator,
    record_delimiter: dialect.lineEnds,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
    on_record(cells: string[], { bytes }) {
      const row = rowNow();
      records++;
      if (row >= dialect.headingsRow && cells.some((cell) => cell.trim() !== ""))
        parsed.push({ row, cells, bytes: encoding === "utf-8" ? bytes : input.bytesRead });
      if (bytes - handedOver < BATCH_BYTES) return null;
      handedOver = bytes;
      return cells;
    },
  });
  const input = createReadStream(file);
  const utf8 = encoding === "utf-8" ? validateUtf8() : toUtf8(encoding);
  const fail = (error: Error) => parser.destroy(error);
  input.on("error", fail).pipe(utf8).on("error", fail).pipe(parser);

  const rows = parser[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await rows.next().catch((error: unknown) => ({ error }));
      yield* parsed.splice(0);
      if ("error" in next) throw toFileProblem(next.error, rowNow());
      if (next.done) return;
    }
  } finally {
    input.destroy();
    parser.destroy();
  }
}

function toFileProblem(error: unknown, row: number): unknown {
  if (error instanceof DamagedUtf16)
    return new CsvFileProblem(null, "the file is UTF-16, but damaged or cut off; save it again, as CSV UTF-8");
  // Invalid UTF-8 is found before rows are parsed, so the row is unknown.
  if (error instanceof NotUtf8)
    return new CsvFileProblem(
      null,
      `the file is not UTF-8 (as a text editor shows in its line ${error.line}); save it as CSV UTF-8`,
    );
  if (error instanceof CsvError) return new CsvFileProblem(row, MESSAGES[error.code] ?? error.message);
  return error;
}

const QUOTES =
  'a cell with quotation marks must be in quotation marks itself, each inner one doubled: "so ""quoted"" text"';
const MESSAGES: Partial<Record<CsvError["code"], string>> = {
  CSV_INVALID_CLOSING_QUOTE: QUOTES,
  INVALID_OPENING_QUOTE: QUOTES,
  CSV_QUOTE_NOT_CLOSED: "a quotation mark that opens here is never closed",
  CSV_MAX_RECORD_SIZE: "the row is too long; probably a quotation mark that opens here is never closed",
};

class NotUtf8 extends Error {
  readonly line: number;

  constructor(line: number) {
    super("not UTF-8");
    this.line = line;
  }
}

class DamagedUtf16 extends Error {}

/** Passes text on in UTF-8, and fails with DamagedUtf16 at what is none. */
function toUtf8(encoding: FileEncoding): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const pass = (done: TransformCallback, chunk?: Buffer) => {
    let text: string;
    try {
      text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      done(new DamagedUtf16());
      return;
    }
    done(null, Buffer.from(text));
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pass(done, chunk);
    },
    flush(done) {
      pass(done);
    },
  });
}

const NEWLINE = 10;

/** Passes bytes through unchanged, and fails with NotUtf8 at the first invalid ones. */
function validateUtf8(): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        decoder.decode(chunk, { stream: true });
      } catch {
        done(new NotUtf8(line + validLinesBefore(chunk)));
        return;
      }
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) line++;
      done(null, chunk);
    },
    flush(done) {
      try {
        decoder.decode();
        done();
      } catch {
        done(new NotUtf8(line));
      }
    },
  });
}

/** Counts the lines before the invalid one. The chunk may start in the middle of a character. */
function validLinesBefore(chunk: Buffer): number {
  let start = 0;
  while (start < 3 && ((chunk[start] ?? 0) & 0xc0) === 0x80) start++;
  for (let count = 0; ; count++) {
    const end = chunk.indexOf(NEWLINE, start);
    if (end < 0 || !isUtf8(chunk.subarray(start, end))) return count;
    start = end + 1;
  }
}
