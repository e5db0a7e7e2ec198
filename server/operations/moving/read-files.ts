/** Reads the files of another shop, each as what it is. */

import { setImmediate } from "node:timers/promises";
import type { MoveFacts, MoveSource, PeopleKind } from "../../../contract/admin/moves.ts";
import { beginningOf } from "../../../contract/text.ts";
import { nameKeyOf } from "../../selling/variants/size-names.ts";
import { CsvFileProblem, readCsvFile } from "../../shop/catalogue/import/csv-file.ts";
import { headingOf, namedHeadings } from "../../shop/catalogue/import/csv-table.ts";
import { hasLostLetters, remarkOnEncoding } from "../../shop/catalogue/import/file-encoding.ts";
import { realOptions } from "./choose-sizes.ts";
import { hasDecimalComma, hasQuantity } from "./convert.ts";
import { type MovedProduct, type Note, noteOf } from "./moved-product.ts";
import { TURN } from "./name-products.ts";
import { createGroupedReader } from "./read-grouped.ts";
import { createInventoryReader } from "./read-inventory.ts";
import { fileRow } from "./read-rows.ts";
import { createWooCommerceReader } from "./read-woocommerce.ts";
import { isMovedHeader, peopleIn, recognise, type Table, type TableKind } from "./tables.ts";

export interface MoveFile {
  name: string;
  /** On this machine. */
  path: string;
}

export interface ReadFiles {
  products: MovedProduct[];
  notes: Note[];
  facts: MoveFacts;
  /** The files with people, which are read apart. */
  people: (MoveFile & { kind: PeopleKind })[];
}

/** A file that cannot be read as a whole. */
export class MoveFileProblem extends Error {}

const MAX_SAMPLE = 80;
const SAMPLES = 3;
/** What each kind of file is, said to the owner. */
const SAID: Readonly<Record<TableKind, string>> = {
  shopify: "Shopify’s products",
  woocommerce: "WooCommerce’s products",
  inventory: "Shopify’s inventory: its stock, HSN codes and countries are taken",
  customers: "customers",
  orders: "orders, to read",
  redirects: "redirects, which this page does not take",
  own: "a product file of this shop: please use Import for it",
  other: "a table that we don’t know: please match its columns",
};

const LOST_LETTERS = {
  product: "",
  message:
    "its letters were lost when the file was saved, perhaps those of others, too; please export the file again, or save it as CSV UTF-8",
  loss: "said",
} as const;

/**
 * @param byHand fields by heading, for tables that are not recognised
 * @param today in India, as 2026-11-30
 * @throws MoveFileProblem
 */
export async function readMoveFiles(
  files: readonly MoveFile[],
  byHand: Readonly<Record<string, string>>,
  today: string,
): Promise<ReadFiles> {
  const grouped = createGroupedReader();
  const woocommerce = createWooCommerceReader(today);
  const inventory = createInventoryReader();
  const described: MoveFacts["files"] = [];
  const tables: Table[] = [];
  const samples = new Map<string, string[]>();
  const people: ReadFiles["people"] = [];
  const lost: Note[] = [];
  for (const { name, path } of files) {
    let table: Table | undefined;
    let rows = 0;
    let remark = "";
    try {
      remark = await remarkOnEncoding(path);
      for await (const { row, cells } of readCsvFile(path, isMovedHeader(byHand))) {
        // PostgreSQL holds none.
        if (cells.some((cell) => cell.includes("\0")))
          throw new MoveFileProblem(`${name}, row ${row}: has a character that cannot be stored (code 0).`);
        if (!table) {
          table = tableOf(name, cells, byHand);
          tables.push(table);
          continue;
        }
        rows += 1;
        if (table.kind === "other" && rows <= SAMPLES)
          for (const [at, heading] of table.headings.entries())
            samples.set(heading, [...(samples.get(heading) ?? []), beginningOf(cells[at] ?? "", MAX_SAMPLE)]);
        const read = fileRow(name, table, { row, cells });
        if (lost.at(-1)?.file !== name) {
          const at = cells.findIndex(hasLostLetters);
          if (at >= 0) lost.push(noteOf(read, { ...LOST_LETTERS, column: table.headings[at] ?? "", cell: cells[at] }));
        }
        if (peopleIn(table)) continue;
        if (table.kind === "inventory") inventory.add(read);
        else if (table.kind === "woocommerce" || isVariations(table)) woocommerce.add(table, read);
        else if (table.kind === "shopify" || isMatched(table)) grouped.add(table, read);
      }
    } catch (error) {
      if (!(error instanceof CsvFileProblem)) throw error;
      const where = error.row === null ? "" : `row ${error.row}: `;
      throw new MoveFileProblem(`${name}, ${where}${error.message}.`);
    }
    if (!table) throw new MoveFileProblem(`${name} is empty: its first row must name the columns.`);
    const kind = peopleIn(table);
    const text =
      table.kind !== "other"
        ? SAID[table.kind]
        : kind
          ? `${kind}, of a table whose columns you have matched`
          : isMatched(table)
            ? "a table whose columns you have matched"
            : SAID.other;
    described.push({ name, kind: kind ?? table.kind, rows, text, ...(remark && { remark }) });
    if (kind) people.push({ name, path, kind });
  }
  const [first, second] = [grouped.finish(), woocommerce.finish()];
  const products = inventory.applyTo([...first.products, ...second.products]);
  return {
    products,
    notes: [...lost, ...first.notes, ...second.notes],
    facts: await factsOf(products, { described, tables, samples }),
    people,
  };
}

export function tableOf(file: string, cells: readonly string[], byHand: Readonly<Record<string, string>>): Table {
  const headings = namedHeadings(cells);
  const table = recognise(headings, byHand);
  const twice = headings.map(headingOf).find((heading, at, all) => heading !== "" && all.indexOf(heading) < at);
  if (twice !== undefined)
    throw new MoveFileProblem(`${file}: the heading “${twice}” occurs twice. Please remove one of the columns.`);
  if (headings.length < 2)
    throw new MoveFileProblem(
      `${file} is no table of products or customers: its first row has only “${beginningOf(headingOf(headings[0] ?? ""), MAX_SAMPLE)}”. Please export it as CSV.`,
    );
  return table;
}

/** Whether enough is matched to read a table that nobody knows. */
const isMatched = ({ kind, columns }: Table) => kind === "other" && "title" in columns && "price" in columns;
/** Whether its sizes name their product, as WooCommerce's do, whose headings may be in another language. */
const isVariations = (table: Table) => isMatched(table) && "type" in table.columns && "parent" in table.columns;

async function factsOf(
  products: readonly MovedProduct[],
  {
    described,
    tables,
    samples,
  }: { described: MoveFacts["files"]; tables: readonly Table[]; samples: ReadonlyMap<string, string[]> },
): Promise<MoveFacts> {
  const words = new Map<string, { word: string; products: number; example: string }>();
  const twoOptions = { names: new Set<string>(), products: 0, example: "" };
  const withoutQuantity = { sizes: 0, example: "" };
  const further = new Map<string, string>();
  const pictures = new Set<string>();
  const skus = new Map<string, number>();
  let [uncounted, archived] = [0, 0];
  for (const [at, product] of products.entries()) {
    if (at % TURN === 0) await setImmediate();
    const word = words.get(product.word) ?? { word: product.word, products: 0, example: product.title };
    word.products += 1;
    words.set(product.word, word);
    const real = realOptions(product);
    if (real.length === 2) {
      twoOptions.products += 1;
      twoOptions.example ||= product.title;
      for (const at of real) twoOptions.names.add(product.options[at] ?? "");
    }
    for (const size of product.sizes) {
      if (size.stock === "") uncounted += 1;
      if (size.sku !== "") skus.set(nameKeyOf(size.sku), (skus.get(nameKeyOf(size.sku)) ?? 0) + 1);
      if (hasQuantity(product, size)) continue;
      withoutQuantity.sizes += 1;
      withoutQuantity.example ||= [product.title, ...size.options].filter(Boolean).join(", ");
    }
    for (const [heading, cell] of Object.entries(product.further))
      if (!further.has(heading)) further.set(heading, beginningOf(cell, MAX_SAMPLE));
    for (const url of product.pictures) pictures.add(url);
    if (product.isArchived) archived += 1;
  }
  const others = tables.filter(({ kind }) => kind === "other");
  const kinds = new Set(tables.map(({ kind }) => kind));
  const source: MoveSource | null = kinds.has("shopify")
    ? "shopify"
    : kinds.has("woocommerce")
      ? "woocommerce"
      : kinds.has("other")
        ? "other"
        : null;
  return {
    ...{ files: described, source },
    unknown: others.flatMap(({ headings }) =>
      headings.filter(Boolean).map((heading) => ({ heading, samples: samples.get(heading) ?? [] })),
    ),
    further: [...further].map(([heading, sample]) => ({ heading, sample })),
    ignored: [...new Set(tables.filter(({ kind }) => kind !== "other").flatMap(({ ignored }) => ignored))],
    words: [...words.values()].sort((a, b) => b.products - a.products),
    repeatedSkus: repeatedIn(skus),
    twoOptions: { ...twoOptions, names: [...twoOptions.names] },
    ...{ withoutQuantity, uncounted, archived, pictures: pictures.size, hasDecimalComma: hasDecimalComma(products) },
  };
}

function repeatedIn(skus: ReadonlyMap<string, number>): MoveFacts["repeatedSkus"] {
  const repeated = [...skus].filter(([, sizes]) => sizes > 1);
  return { sizes: repeated.reduce((sum, [, sizes]) => sum + sizes, 0), example: repeated[0]?.[0] ?? "" };
}
