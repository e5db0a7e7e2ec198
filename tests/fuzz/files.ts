/** CSV files for the endpoints that take one: a valid one, and others made from it. */

import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { LONG, TEXTS } from "./values.ts";

const FORMULAS = ["=cmd|' /C calc'!A1", "+1+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://evil.example")'];
/** Longer than a row may be. */
const ENORMOUS = 1_100_000;
/** Of a file with more columns, each column gets some of the texts. */
const FULL_COLUMNS = 8;

/**
 * Returns variants of a valid file.
 * @param valid a header and rows
 */
export function* malformedFiles(valid: string): Generator<{ what: string; body: string | Buffer }> {
  const [names = [], cells = [], ...more] = parse(valid, { bom: true }) as string[][];
  const [header = "", first = "", ...rest] = [names, cells, ...more].map((record) => stringify([record]).trim());
  const step = Math.ceil(names.length / FULL_COLUMNS);
  for (const [at, name] of names.entries()) {
    for (const [place, text] of [...TEXTS, ...FORMULAS].entries())
      if ((at + place) % step === 0)
        yield {
          what: `${name} is ${JSON.stringify(text.slice(0, 40))}`,
          body: stringify([names, cells.with(at, text), ...more]),
        };
    yield { what: `without ${name}`, body: stringify([names.toSpliced(at, 1), cells.toSpliced(at, 1)]) };
    yield {
      what: `${name} twice`,
      body: stringify([
        [...names, name],
        [...cells, cells[at]],
      ]),
    };
  }
  const wide = (cell: (place: number) => string) => Array.from({ length: 1000 }, (_, place) => cell(place)).join(",");
  const others: Record<string, string | Buffer> = {
    "an empty file": "",
    "a byte order mark only": "\ufeff",
    "a byte order mark": `\ufeff${valid}`,
    "two byte order marks": `\ufeff\ufeff${valid}`,
    "the header only": header,
    "the header twice": `${header}\n${valid}`,
    "the rows only": [first, ...rest].join("\n"),
    "rows twice": [header, first, first, ...rest].join("\n"),
    "empty rows": `\n\n${header}\n\n\n${first}\n${"\n".repeat(50_000)}`,
    "rows of commas": `${header}\n${`${",".repeat(5000)}\n`.repeat(100)}`,
    "a short row": `${header}\n${cells[0]}`,
    "a long row": `${valid}\n${first}${",x".repeat(500)}`,
    "line breaks of old Macs": valid.replaceAll("\n", "\r"),
    semicolons: valid.replaceAll(",", ";"),
    tabs: valid.replaceAll(",", "\t"),
    "an unclosed quotation mark": `${header}\n"${first}`,
    "a quotation mark in a cell": `${header}\na"b,${first}`,
    "text after a quotation mark": `${header}\n"a"b,${first}`,
    "quotation marks": `"${'"'.repeat(LONG)}`,
    NUL: `${header}\n${first.replaceAll(",", ",\u0000")}`,
    "NUL in the header": `${header.replaceAll(",", "\u0000,")}\n${first}`,
    "an enormous cell": stringify([names, cells.with(0, "a".repeat(ENORMOUS))]),
    "an enormous heading": `${"a".repeat(ENORMOUS)},${header}\n${first}`,
    "an enormous file": `${header}\n${`${first}\n`.repeat(Math.ceil((4 * ENORMOUS) / stringify([cells]).length))}`,
    "1,000 columns": `${header},${wide((place) => `c${place}`)}\n${first},${wide(String)}`,
    "1,000 columns of one name": `${header},${wide(() => "c")}\n${first},${wide(String)}`,
    "1,000 empty columns": `${header},${wide(() => "")}\n${first},${wide(() => "")}`,
    "headings that programs know": `__proto__,constructor,toString,${header}\n{},{},{},${first}`,
    "UTF-16": Buffer.from(`\ufeff${valid}`, "utf16le"),
    "Latin-1": Buffer.from(stringify([names, cells.with(0, "é")]), "latin1"),
    "half a character at the end": Buffer.concat([Buffer.from(valid), Buffer.from([0xe2, 0x82])]),
    "a ZIP file": Buffer.from("PK\u0003\u0004\u0014\u0000\u0006\u0000", "latin1"),
    "a picture": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    HTML: "<html><script>alert(1)</script></html>",
    JSON: "{}",
  };
  for (const [what, body] of Object.entries(others)) yield { what, body };
}
