import { readStoredPath } from "../media/paths.ts";

/**
 * The product file: its columns, how a cell is read, and how it is written so that reading gives the same again. Pure; described for
 * owners in docs/catalogue-csv.md.
 */

/** A product as the file has it, named as the columns of the table. Prices are paise. */
export interface CsvProduct {
  slug: string;
  sku: string;
  title: string;
  sub_title: string;
  description: string;
  /** Slug of a subcategory, or of a category for what stands in none of its subcategories. */
  category: string;
  price_paise: number;
  original_price_paise: number | null;
  stock: number;
  is_featured: boolean;
  is_bestseller: boolean;
  key_benefits: string[];
  how_to_use: string[];
  faqs: { question: string; answer: string }[];
  top_notes: string[];
  heart_notes: string[];
  base_notes: string[];
  scent_family: string | null;
  concentration: string | null;
  longevity: string | null;
  sillage: string | null;
  net_quantity: number;
  net_quantity_unit: "ml" | "g" | "pieces";
  ingredients: string;
  allergens: string[];
  country_of_origin: string;
  shelf_life_months: number;
  hsn: string;
  gst_percent: number;
  paired_with: string[];
  /** Stored paths, or names of files beside the product file. */
  images: string[];
  /** A moment as PostgreSQL reads it; null for now, or for as it was. */
  created_at: string | null;
}

/** What is wrong with one cell, in words that follow "line 17, column price: ". */
export class CellProblem extends Error {}

interface Cell<T> {
  /** @throws CellProblem */
  read(cell: string): T;
  write(value: T): string;
}

const shown = (cell: string) => `"${cell.length > 60 ? `${cell.slice(0, 60)}…` : cell}"`;
const write = (value: string) => value;

/** A line, or several where the text may have paragraphs. */
const text = (max: number, { required = false, lines = false } = {}): Cell<string> => ({
  read(cell) {
    const value = cell.replace(/\r\n?/g, "\n").trim();
    if (required && value === "") throw new CellProblem("must not be empty");
    if (value.length > max) throw new CellProblem(`has ${value.length} characters; at most ${max} fit`);
    if (!lines && value.includes("\n")) throw new CellProblem("must be one line");
    // PostgreSQL cannot store it.
    if (value.includes("\0")) throw new CellProblem("has a character that cannot be stored (code 0)");
    return value;
  },
  write,
});

const orNothing = <T>(cell: Cell<T>): Cell<T | null> => ({
  read: (value) => (value.trim() === "" ? null : cell.read(value)),
  write: (value) => (value === null ? "" : cell.write(value)),
});

const fitting = (pattern: RegExp, expected: string): Cell<string> => ({
  read(cell) {
    const value = cell.trim();
    if (!pattern.test(value)) throw new CellProblem(`${shown(cell)} ${expected}`);
    return value;
  },
  write,
});

const wholeNumber = (min: number, max: number): Cell<number> => ({
  read(cell) {
    const value = cell.trim();
    if (!/^\d{1,9}$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new CellProblem(`${shown(cell)} is not a whole number from ${min} to ${max}`);
    }
    return Number(value);
  },
  write: String,
});

/** Rupees in the file, paise inside. Counted in whole paise from the start: 749.10 is 74910, never 74909.99…. */
const amount: Cell<number> = {
  read(cell) {
    const [, rupees, paise = ""] = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(cell.trim()) ?? [];
    if (rupees === undefined) throw new CellProblem(`${shown(cell)} is not an amount in rupees such as 749 or 749.50`);
    const value = Number(rupees) * 100 + Number(paise.padEnd(2, "0"));
    if (value === 0 || value > MAX_PRICE_PAISE)
      throw new CellProblem(`${shown(cell)} must be above 0 and at most ${MAX_PRICE_PAISE / 100} rupees`);
    return value;
  },
  write(value) {
    const paise = value % 100;
    return paise === 0 ? String(value / 100) : `${(value - paise) / 100}.${String(paise).padStart(2, "0")}`;
  },
};
const MAX_PRICE_PAISE = 1_000_000_000;

/** Spreadsheets write TRUE and FALSE. */
const flag: Cell<boolean> = {
  read(cell) {
    const value = cell.trim().toLowerCase();
    if (value !== "true" && value !== "false") throw new CellProblem(`${shown(cell)} is not true or false`);
    return value === "true";
  },
  write: String,
};

const oneOf = <T extends string>(...values: [T, ...T[]]): Cell<T> => ({
  read(cell) {
    const value = values.find((known) => known === cell.trim());
    if (value === undefined) throw new CellProblem(`${shown(cell)} is not one of ${values.join(", ")}`);
    return value;
  },
  write,
});

const MAX_PARTS = 50;

/** Several in one cell. A separator that belongs to a part has a backslash before it. */
const list = <T>(separator: "|" | ",", part: Cell<T>): Cell<T[]> => ({
  read(cell) {
    const parts = splitParts(cell, separator).filter((text) => text !== "");
    if (parts.length > MAX_PARTS) throw new CellProblem(`has ${parts.length} parts; at most ${MAX_PARTS} fit`);
    return parts.map((text) => part.read(text));
  },
  write: (values) => values.map((value) => part.write(value)).join(separator === "|" ? " | " : ", "),
});

/** A part as it is meant, its backslashes resolved, or to be written, with those it needs. */
const part = (separator: "|" | ",", cell: Cell<string>): Cell<string> => ({
  read: (value) => cell.read(withoutBackslashes(value)),
  write: (value) => withBackslashes(cell.write(value), separator),
});
const parts = (separator: "|" | ",", cell: Cell<string>) => list(separator, part(separator, cell));

const QUESTION = text(300);
const ANSWER = text(3000, { lines: true });
const question: Cell<{ question: string; answer: string }> = {
  read(value) {
    const [asked, answered, ...more] = splitParts(value, "=>");
    if (!asked || !answered || more.length > 0)
      throw new CellProblem(`${shown(value)} must be written as "question => answer"`);
    return { question: QUESTION.read(withoutBackslashes(asked)), answer: ANSWER.read(withoutBackslashes(answered)) };
  },
  write: ({ question, answer }) => `${withBackslashes(question, "|", "=>")} => ${withBackslashes(answer, "|", "=>")}`,
};

const slug = fitting(
  /^(?=.{1,120}$)[a-z0-9]+(-[a-z0-9]+)*$/,
  "is not a slug such as rose-of-kannauj (small letters, digits and hyphens)",
);

const picture: Cell<string> = {
  read(cell) {
    const value = cell.trim();
    if (value.startsWith("/") && !readStoredPath(value))
      throw new CellProblem(`${shown(cell)} is not a stored path such as /catalogue/rose.3f2a9c1b.webp`);
    if (value.length > 300 || value.includes("\0")) throw new CellProblem(`${shown(cell)} is not the name of a file`);
    return value;
  },
  write,
};

const moment: Cell<string> = {
  read(cell) {
    const [, day = "", clock = "T00:00:00+05:30"] =
      /^((?:19|20)\d{2}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/.exec(
        cell.trim(),
      ) ?? [];
    const midnight = new Date(`${day}T00:00:00Z`);
    // A day that its month does not have would silently become another one.
    const exists =
      !Number.isNaN(midnight.getTime()) &&
      midnight.toISOString().startsWith(day) &&
      !Number.isNaN(Date.parse(day + clock));
    if (!day || !exists)
      throw new CellProblem(
        `${shown(cell)} is not a day such as 2026-01-31 or a moment such as 2026-01-31T09:00:00+05:30`,
      );
    return day + clock;
  },
  write,
};

interface Column {
  name: string;
  field: keyof CsvProduct;
  read(cell: string): CsvProduct[keyof CsvProduct];
  write(product: CsvProduct): string;
}

function column<Field extends keyof CsvProduct>(name: string, field: Field, cell: Cell<CsvProduct[Field]>): Column {
  return { name, field, read: (value) => cell.read(value), write: (product) => cell.write(product[field]) };
}

/** Every column, in the order in which they are written; read in any order. */
export const CSV_COLUMNS: readonly Column[] = [
  column("slug", "slug", slug),
  column("sku", "sku", text(64, { required: true })),
  column("title", "title", text(200, { required: true })),
  column("sub_title", "sub_title", text(300)),
  column("description", "description", text(20_000, { lines: true })),
  column("category", "category", slug),
  column("price", "price_paise", amount),
  column("original_price", "original_price_paise", orNothing(amount)),
  column("stock", "stock", wholeNumber(0, 10_000_000)),
  column("featured", "is_featured", flag),
  column("bestseller", "is_bestseller", flag),
  column("key_benefits", "key_benefits", parts("|", text(500, { lines: true }))),
  column("how_to_use", "how_to_use", parts("|", text(1000, { lines: true }))),
  column("faqs", "faqs", list("|", question)),
  column("top_notes", "top_notes", parts(",", text(60))),
  column("heart_notes", "heart_notes", parts(",", text(60))),
  column("base_notes", "base_notes", parts(",", text(60))),
  column("scent_family", "scent_family", orNothing(text(60))),
  column("concentration", "concentration", orNothing(text(60))),
  column("longevity", "longevity", orNothing(text(60))),
  column("sillage", "sillage", orNothing(text(60))),
  column("net_quantity", "net_quantity", wholeNumber(1, 1_000_000)),
  column("net_quantity_unit", "net_quantity_unit", oneOf("ml", "g", "pieces")),
  column("ingredients", "ingredients", text(10_000, { lines: true })),
  column("allergens", "allergens", parts(",", text(120))),
  column("country_of_origin", "country_of_origin", text(60, { required: true })),
  column("shelf_life_months", "shelf_life_months", wholeNumber(0, 1200)),
  column("hsn", "hsn", fitting(/^\d{4}(\d{2}){0,2}$/, "is not an HSN code of 4, 6 or 8 digits")),
  column("gst_percent", "gst_percent", wholeNumber(0, 100)),
  column("paired_with", "paired_with", list(",", slug)),
  column("images", "images", list("|", part("|", picture))),
  column("created_at", "created_at", orNothing(moment)),
];

export interface Problem {
  line: number;
  /** The column's name; null for what concerns the whole row. */
  column: string | null;
  message: string;
}

export function describeProblem({ line, column, message }: Problem): string {
  return column === null ? `line ${line}: ${message}` : `line ${line}, column ${column}: ${message}`;
}

/** Where each column stands in this file, or what is wrong with its first line. */
export function readHeader(cells: readonly string[]): { order: readonly Column[] } | { problems: Problem[] } {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  if (names.length === 1 && /[;\t]/.test(names[0] ?? ""))
    return { problems: [headerProblem("the columns must be separated by commas")] };
  const order = names.map((name) => CSV_COLUMNS.find((known) => known.name === name));
  const problems = [
    ...names.flatMap((name, at) => (order[at] ? [] : [headerProblem(`there is no column ${shown(name)}`)])),
    ...names.flatMap((name, at) =>
      names.indexOf(name) < at ? [headerProblem(`the column ${name} stands twice`)] : [],
    ),
    ...CSV_COLUMNS.flatMap(({ name }) =>
      names.includes(name) ? [] : [headerProblem(`the column ${name} is missing`)],
    ),
  ];
  return problems.length > 0 ? { problems } : { order: order.filter((found) => found !== undefined) };
}

const headerProblem = (message: string): Problem => ({ line: 1, column: null, message });

export interface ReadRow {
  /** What could be read; all of it when there are no problems. */
  product: Partial<CsvProduct>;
  problems: Problem[];
}

/** Reads one row, every cell of it, so that all its problems are told at once. */
export function readRow(order: readonly Column[], cells: readonly string[], line: number): ReadRow {
  if (cells.length !== order.length) {
    return {
      product: {},
      problems: [{ line, column: null, message: `has ${cells.length} cells, the first line has ${order.length}` }],
    };
  }
  const problems: Problem[] = [];
  const product: Record<string, unknown> = {};
  order.forEach(({ name, field, read }, at) => {
    try {
      product[field] = read(readGuarded(cells[at] ?? ""));
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      problems.push({ line, column: name, message: error.message });
    }
  });
  const { price_paise: price, original_price_paise: originalPrice } = product as Partial<CsvProduct>;
  if (price !== undefined && originalPrice && originalPrice <= price) {
    const message = `${amount.write(originalPrice)} is not above the price of ${amount.write(price)}; leave it empty when there is no discount`;
    problems.push({ line, column: "original_price", message });
  }
  return { product, problems };
}

export const csvHeader = (): string[] => CSV_COLUMNS.map(({ name }) => name);

export function writeRow(product: CsvProduct): string[] {
  return CSV_COLUMNS.map(({ write }) => writeGuarded(write(product)));
}

/**
 * A spreadsheet takes a cell that begins with one of these for a formula, and a formula can call out or overwrite. An apostrophe
 * before it makes it a text. Cells that have apostrophes there already get one more, so that taking one away is always right.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

function writeGuarded(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

function readGuarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Splits where the separator stands without a backslash before it. The parts keep their backslashes. */
function splitParts(cell: string, separator: "|" | "," | "=>"): string[] {
  const found: string[] = [];
  let start = 0;
  for (let at = 0; at < cell.length; at++) {
    if (cell[at] === "\\") at++;
    else if (cell.startsWith(separator, at)) {
      found.push(cell.slice(start, at).trim());
      at += separator.length - 1;
      start = at + 1;
    }
  }
  found.push(cell.slice(start).trim());
  return found;
}

const withBackslashes = (value: string, ...separators: string[]) =>
  separators.reduce(
    (escaped, separator) => escaped.replaceAll(separator, `\\${separator}`),
    value.replaceAll("\\", "\\\\"),
  );

const withoutBackslashes = (value: string) => value.replace(/\\([\\|,=])/g, "$1");
