/**
 * Mutates the samples as programs and people do: `MUTATIONS=10000 SEED=7 npm run test:unit -- tests/samples` tries
 * others, and many more than the usual few hundred.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRemittanceHeader } from "../../server/buying/cash-on-delivery/remittance-file.ts";
import { isBillHeader } from "../../server/operations/courier-bills/bill-file.ts";
import { isSettlementHeader } from "../../server/operations/reports/settlement-file.ts";
import { readCsvFile } from "../../server/shop/catalogue/import/csv-file.ts";
import { isHeaderOf } from "../../server/shop/catalogue/import/csv-table.ts";
import { type Kind, readSample } from "./read.ts";
import { SAMPLES, type Sample } from "./samples.ts";

const RUNS = Number(process.env.MUTATIONS ?? 400);
const SEED = Number(process.env.SEED ?? 20_261_129);

/** A cell, with the heading under which it belongs. */
interface Cell {
  text: string;
  home: string;
}
type Grid = Cell[][];

const COLUMNS: Readonly<
  Record<Exclude<Kind, "moved" | "categories" | "addresses">, { key: RegExp[]; amounts: RegExp[] }>
> = {
  remittance: {
    key: [/^(AWB Number|Waybill No|AWB Code|Airway Bill No)$/],
    amounts: [/^(COD Amount|Collectable Value|COD Remitted \(INR\)|COD Amt)$/],
  },
  bill: {
    key: [/^(Waybill No\.|AWB)$/],
    amounts: [/^(Freight Charges|Charges \(INR\))$/, /^RTO Charges$/, /^COD Charges$/, /^IGST$/],
  },
  settlement: {
    key: [/^entity_id$/],
    amounts: [/^amount$/, /^credit$/, /^debit$/, /^fee\b/, /^tax$/],
  },
  products: {
    key: [/^(slug|Handle)$/i, /^(sku|Variant SKU)$/i],
    amounts: [
      /^(price|Variant Price)$/i,
      /^(original.price|Variant Compare At Price)$/i,
      /^(stock|Variant Inventory Qty)$/i,
    ],
  },
};

const HEADERS = { remittance: isRemittanceHeader, bill: isBillHeader, settlement: isSettlementHeader };

type Mutable = Sample & { kind: keyof typeof COLUMNS; grid: Grid };
const samples: Mutable[] = [];
const folder = mkdtempSync(join(tmpdir(), "mutated-"));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  for (const sample of SAMPLES) {
    if ("problems" in sample.result || !(sample.kind in COLUMNS)) continue;
    const file = join(folder, sample.file);
    writeFileSync(file, readFileSync(`tests/samples/${sample.file}`));
    const isHeadings = HEADERS[sample.kind as keyof typeof HEADERS] ?? isHeaderOf(sample.mapping);
    const rows: string[][] = [];
    for await (const { cells } of readCsvFile(file, isHeadings)) rows.push(cells);
    const headings = rows[0] ?? [];
    const grid = rows.map((cells) => headings.map((home, at) => ({ text: cells[at] ?? "", home })));
    samples.push({ ...sample, kind: sample.kind as Mutable["kind"], grid });
  }
});

const writing = fc.record({
  separator: fc.constantFrom(",", ";", "\t"),
  lineEnd: fc.constantFrom("\r\n", "\n", "\r"),
  quotesAll: fc.boolean(),
  mark: fc.constantFrom("", "\uFEFF"),
  saysSeparator: fc.boolean(),
  titles: fc.array(fc.constantFrom("Report of November 2026", "Made by: Ops; 25/11, 10:00", ""), { maxLength: 3 }),
  trailing: fc.constantFrom("as they are", "dropped", "more"),
});
type Writing = typeof writing extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes a file as a program with these habits does. */
function write(grid: Grid, by: Writing): string {
  const { separator, lineEnd, quotesAll, mark, saysSeparator, titles, trailing } = by;
  const quote = (text: string) =>
    quotesAll || /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [...titles.map((title) => [{ text: title, home: "" }]), ...grid].map((cells) => {
    const texts = cells.map(({ text }) => text);
    if (trailing === "dropped") while (texts.length > 1 && texts.at(-1) === "") texts.pop();
    if (trailing === "more") texts.push("", "");
    return texts.map(quote).join(separator);
  });
  return mark + (saysSeparator ? `sep=${separator}${lineEnd}` : "") + lines.map((line) => line + lineEnd).join("");
}

it("a sample is read alike, however it is written", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      writing,
      fc.array(fc.nat(), { maxLength: 2 }),
      fc.infiniteStream(fc.nat(999)),
      async (which, by, blanks, order) => {
        const sample = samples[which % samples.length] as Mutable;
        const places = (sample.grid[0] ?? []).map((_, at) => ({ at, by: order.next().value ?? 0 }));
        places.sort((one, other) => one.by - other.by);
        const grid = sample.grid.map((cells) => places.map(({ at }) => cells[at] as Cell));
        for (const blank of blanks) grid.splice(1 + (blank % grid.length), 0, [{ text: "", home: "" }]);
        expect(await readSample(sample.kind, write(grid, by), sample.mapping)).toEqual(sample.result);
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
}, 600_000);

const place = { row: fc.nat(), column: fc.nat() };
const mutation = fc.oneof(
  fc.record({
    kind: fc.constantFrom("drop", "insert", "double", "swap", "clear", "copy row", "delete row", "move row"),
    ...place,
  }),
  fc.record({
    kind: fc.constantFrom("447,00", "447,5", "Rs. 447/-", "4.47E+02", "₹ 1,23,447.00", "447.000", "1.43254E+13"),
    ...place,
  }),
);
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

/** The number that a cell of a sample means, in paise or as it is; null if it is empty. Samples and notations below have no decimal commas. */
function meaningOf(text: string): number | null {
  const digits = text.replace(/[^\d.]/g, "").replace(/^\./, "");
  return digits === "" ? null : Math.round(Number(digits) * 100);
}

/** @returns whether it could be done */
function mutate(grid: Grid, { kind, row, column }: Mutation): void {
  const at = row % grid.length;
  const cells = grid[at] ?? [];
  const x = column % Math.max(1, cells.length);
  const cell = cells[x];
  if (!cell) return;
  // Another heading moves the columns for every reader of the file.
  if (at === 0 && (kind === "insert" || kind === "double")) return;
  if (kind === "drop") cells.splice(x, 1);
  else if (kind === "insert") cells.splice(x, 0, { text: "", home: "" });
  else if (kind === "double") {
    // The file says so: every cell counts where it stands.
    cells.splice(x, 0, { ...cell });
    for (const [index, one] of cells.entries()) one.home = grid[0]?.[index]?.home ?? "";
  } else if (kind === "swap" && at > 0) {
    const other = cells[x + 1];
    if (other)
      [cells[x], cells[x + 1]] = [
        { ...other, home: cell.home },
        { ...cell, home: other.home },
      ];
  } else if (kind === "clear") cells[x] = { ...cell, text: "" };
  else if (kind === "copy row" && at > 0)
    grid.splice(
      at,
      0,
      cells.map((one) => ({ ...one })),
    );
  else if (kind === "delete row" && at > 0) grid.splice(at, 1);
  else if (kind === "move row" && at > 0) grid.splice(1 + (column % (grid.length - 1)), 0, ...grid.splice(at, 1));
  else if (/^[\d₹R]/.test(kind) && at > 0 && /\d/.test(cell.text)) cells[x] = { ...cell, text: kind };
}

/** What is wrong with facts that were read in silence, by what stands in the file. */
function wrongIn(sample: Mutable, grid: Grid, facts: Record<string, unknown[]>): string[] {
  const { key, amounts } = COLUMNS[sample.kind];
  const [headings = [], ...rows] = grid;
  const find = (name: RegExp) => headings.findIndex(({ text }) => name.test(text.trim()));
  const keys = key.map(find);
  const cellAt = (cells: Cell[], at: number): Cell => cells[at] ?? { text: "", home: "" };
  const plain = (text: string) =>
    text
      .replace(/^="|"$|['\s]/g, "")
      .replace(/^(\d+)\.0$/, "$1")
      .toUpperCase();
  const keyOf = (cells: Cell[]) => plain(keys.map((at) => cellAt(cells, at).text).join(" "));
  return Object.entries(facts).flatMap(([name, read]) => {
    // Listed as unknown, and not stored with an order: it says nothing in silence.
    if (sample.kind !== "products" && !("facts" in sample.result && name in sample.result.facts)) return [];
    const own = rows.filter((cells) => keyOf(cells) === plain(name));
    if (own.length === 0) return [`${name} is not in the file`];
    const before = "facts" in sample.result ? sample.result.facts[name] : undefined;
    const strays = own.flatMap((cells) =>
      [...key, ...amounts].flatMap((column, index) => {
        const cell = cellAt(cells, find(column));
        if (cell.text.trim() === "" || column.test(cell.home.trim())) return [];
        // Two columns may happen to say the same.
        const isRight = before && (index < key.length || before[index - key.length] === read[index - key.length]);
        return isRight ? [] : [`${cell.text} belongs under ${cell.home}`];
      }),
    );
    const wrong = amounts.flatMap((column, index) => {
      const at = find(column);
      if (at < 0) return [];
      const cells = own.map((one) => cellAt(one, at).text);
      if (cells.some((text) => /^447,|E\+|^447\.000/.test(text))) return [`${cells} was read as ${read[index]}`];
      const meant = cells.map(meaningOf);
      const isStock = sample.kind === "products" && index === 2;
      const isZeroIfEmpty = sample.kind === "settlement" || sample.kind === "bill";
      const sum = meant.every((one) => one === null) ? null : meant.reduce<number>((all, one) => all + (one ?? 0), 0);
      const expected = isStock && sum !== null ? sum / 100 : isZeroIfEmpty ? (sum ?? 0) : sum;
      // A fee without its tax.
      const isWithTax = sample.kind === "settlement" && headings.some(({ text }) => text.includes("exclusive"));
      const got = isWithTax && index === 3 ? Number(read[3]) - Number(read[4]) : (read[index] ?? null);
      return got === expected ? [] : [`${name}: ${cells} was read as ${read[index]}`];
    });
    return [...strays, ...wrong];
  });
}

it("a damaged sample is a problem, or each amount, number and stock is the one that stands in the file", async () => {
  let silent = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      writing,
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
      async (which, by, mutations) => {
        const sample = samples[which % samples.length] as Mutable;
        const grid = sample.grid.map((cells) => cells.map((cell) => ({ ...cell })));
        for (const one of mutations) mutate(grid, one);
        const read = await readSample(sample.kind, write(grid, by), sample.mapping);
        if ("problems" in read) return;
        silent += 1;
        expect(wrongIn(sample, grid, read.facts)).toEqual([]);
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
  // Harmless mutations are read: the others would prove nothing if all were refused.
  expect(silent).toBeGreaterThan(RUNS / 20);
}, 600_000);
