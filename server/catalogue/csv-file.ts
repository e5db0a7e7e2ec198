import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { Transform } from "node:stream";
import { CsvError, parse } from "csv-parse";

/** A row as it stands in the file. */
export interface CsvRow {
  /** Where it begins, counted from 1; a cell may go on over several lines. */
  line: number;
  cells: string[];
  /** How far the file is read. */
  bytes: number;
}

/** Why a file cannot be read on from a line. */
export class CsvFileProblem extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const NOT_UTF8 = "the file is not UTF-8; save it as CSV UTF-8";
/** In characters. More than any product needs: a quotation mark that is never closed would otherwise fill the memory. */
const MAX_ROW_LENGTH = 1_000_000;

/**
 * Reads a CSV file row by row, however long it is; empty lines are passed over.
 * @throws CsvFileProblem where quotation marks or the encoding are wrong; the file system's error when it cannot be opened
 */
export async function* readCsvFile(file: string): AsyncGenerator<CsvRow> {
  // A stream that fails throws away what nobody has taken from it yet; these rows must still be told.
  const ready: CsvRow[] = [];
  let line = 1;
  const parser = parse({
    bom: true,
    record_delimiter: ["\r\n", "\n"],
    relax_column_count: true,
    max_record_size: MAX_ROW_LENGTH,
    on_record(cells: string[], { bytes }) {
      ready.push({ line, cells, bytes });
      line += 1 + cells.reduce((count, cell) => count + linesWithin(cell), 0);
      return cells;
    },
  });
  const input = createReadStream(file);
  const utf8 = utf8Only();
  const fail = (error: Error) => parser.destroy(error);
  input.on("error", fail).pipe(utf8).on("error", fail).pipe(parser);

  const rows = parser[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await rows.next().catch((error: unknown) => ({ error }));
      for (const row of ready.splice(0)) if (row.cells.length > 1 || row.cells[0] !== "") yield row;
      if ("error" in next) throw asFileProblem(next.error, line);
      if (next.done) return;
    }
  } finally {
    input.destroy();
    parser.destroy();
  }
}

function asFileProblem(error: unknown, line: number): unknown {
  if (error instanceof NotUtf8) return new CsvFileProblem(error.line, NOT_UTF8);
  if (error instanceof CsvError) return new CsvFileProblem(line, MEANINGS[error.code] ?? error.message);
  return error;
}

const linesWithin = (cell: string) => (cell.includes("\n") ? cell.split("\n").length - 1 : 0);

const QUOTES =
  'a cell with quotation marks must be in quotation marks itself, each inner one doubled: "so ""quoted"" text"';
const MEANINGS: Partial<Record<CsvError["code"], string>> = {
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

const NEWLINE = 10;

/** Passes bytes on as they are, as long as they are UTF-8. */
function utf8Only(): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        decoder.decode(chunk, { stream: true });
      } catch {
        done(new NotUtf8(line + firstWrongLine(chunk)));
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

/** How many lines of the chunk are right before the wrong one. Its first line may begin in the middle of a character. */
function firstWrongLine(chunk: Buffer): number {
  let start = 0;
  while (start < 3 && ((chunk[start] ?? 0) & 0xc0) === 0x80) start++;
  for (let count = 0; ; count++) {
    const end = chunk.indexOf(NEWLINE, start);
    if (end < 0 || !isUtf8(chunk.subarray(start, end))) return count;
    start = end + 1;
  }
}
