/** CSV responses for spreadsheet programs, in which no cell runs as a formula. */

import { type Input, stringify } from "csv-stringify/sync";
import type { FastifyReply } from "fastify";

/** Without it, spreadsheet programs assume another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";
/** Records per chunk of the response. */
const BATCH = 500;

/** Names the file in the response's headers, and returns its text. @param records the header first */
export function csvResponse(
  reply: FastifyReply,
  filename: string,
  records: Iterable<string[]> | AsyncIterable<string[]>,
): AsyncGenerator<string> {
  reply.header("content-disposition", `attachment; filename="${filename}"`);
  return linesOf(records);
}

async function* linesOf(records: Iterable<string[]> | AsyncIterable<string[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  let batch: string[][] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < BATCH) continue;
    yield toCsv(batch);
    batch = [];
  }
  yield toCsv(batch);
}

/** A number is no formula: with an apostrophe a spreadsheet would not add it up, and a courier would refuse the phone +91 98450 11223. */
const NUMBER = /^[+-]?\d[\d ]*(\.\d+)?$/;
/** Excel shows a number of 12 digits as 1.23E+11, saves it so, and drops what follows the 15th digit: so AWBs and UTRs are texts. */
const TOO_LONG = /^\d{12,}$/;

/** Writes records as CSV without a byte order mark. */
const toCsv = (records: Input): string =>
  stringify(records, {
    record_delimiter: "windows",
    cast: {
      string: (value) => ({
        value: TOO_LONG.test(value) ? `'${value}` : value,
        escape_formulas: !NUMBER.test(value),
      }),
    },
  });
