import { readStoredPath } from "../media/paths.ts";
import { type Paise, toPaise, toRupees } from "../money.ts";

/** How the cells of the shop's CSV files are read, and written so that reading gives the same again. Pure. */

/** What is wrong with one cell, in words that follow "row 17 (rose-of-kannauj), price: ". */
export class CellProblem extends Error {}

export interface Cell<T> {
  /** @throws CellProblem */
  read(cell: string): T;
  write(value: T): string;
}

export const shown = (cell: string) => `"${cell.length > 60 ? `${cell.slice(0, 60)}…` : cell}"`;
const write = (value: string) => value;

/** A line, or several where the text may have paragraphs. */
export const text = (max: number, { required = false, lines = false } = {}): Cell<string> => ({
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

export const orNothing = <T>(cell: Cell<T>): Cell<T | null> => ({
  read: (value) => (value.trim() === "" ? null : cell.read(value)),
  write: (value) => (value === null ? "" : cell.write(value)),
});

export const fitting = (pattern: RegExp, expected: string): Cell<string> => ({
  read(cell) {
    const value = cell.trim();
    if (!pattern.test(value)) throw new CellProblem(`${shown(cell)} ${expected}`);
    return value;
  },
  write,
});

export const wholeNumber = (min: number, max: number): Cell<number> => ({
  read(cell) {
    const value = cell.trim();
    if (!/^\d{1,9}$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new CellProblem(`${shown(cell)} is not a whole number from ${min} to ${max}`);
    }
    return Number(value);
  },
  write: String,
});

/** Rupees in the file, paise inside. */
export const amount: Cell<Paise> = {
  read(cell) {
    const rupees = cell.trim();
    if (!/^\d{1,8}(?:\.\d{1,2})?$/.test(rupees))
      throw new CellProblem(`${shown(cell)} is not an amount in rupees such as 749 or 749.50`);
    const value = toPaise(Number(rupees));
    if (value === 0 || value > MAX_PRICE_PAISE)
      throw new CellProblem(`${shown(cell)} must be above 0 and at most ${toRupees(MAX_PRICE_PAISE)} rupees`);
    return value;
  },
  write: (value) => toRupees(value).toFixed(value % 100 === 0 ? 0 : 2),
};
const MAX_PRICE_PAISE = toPaise(10_000_000);

/** Spreadsheets write TRUE and FALSE. */
export const flag: Cell<boolean> = {
  read(cell) {
    const value = cell.trim().toLowerCase();
    if (value !== "true" && value !== "false") throw new CellProblem(`${shown(cell)} is not true or false`);
    return value === "true";
  },
  write: String,
};

export const oneOf = <T extends string>(...values: [T, ...T[]]): Cell<T> => ({
  read(cell) {
    const value = values.find((known) => known === cell.trim());
    if (value === undefined) throw new CellProblem(`${shown(cell)} is not one of ${values.join(", ")}`);
    return value;
  },
  write,
});

const MAX_PARTS = 50;

/** Several in one cell. A separator that belongs to a part has a backslash before it. */
export const list = <T>(separator: "|" | ",", part: Cell<T>): Cell<T[]> => ({
  read(cell) {
    const parts = splitParts(cell, separator).filter((text) => text !== "");
    if (parts.length > MAX_PARTS) throw new CellProblem(`has ${parts.length} parts; at most ${MAX_PARTS} fit`);
    return parts.map((text) => part.read(text));
  },
  write: (values) => values.map((value) => part.write(value)).join(separator === "|" ? " | " : ", "),
});

/** A part as it is meant, its backslashes resolved, or to be written, with those it needs. */
export const part = (separator: "|" | ",", cell: Cell<string>): Cell<string> => ({
  read: (value) => cell.read(withoutBackslashes(value)),
  write: (value) => withBackslashes(cell.write(value), separator),
});
export const parts = (separator: "|" | ",", cell: Cell<string>) => list(separator, part(separator, cell));

const QUESTION = text(300);
const ANSWER = text(3000, { lines: true });
export const question: Cell<{ question: string; answer: string }> = {
  read(value) {
    const [asked, answered, ...more] = splitParts(value, "=>");
    if (!asked || !answered || more.length > 0)
      throw new CellProblem(`${shown(value)} must be written as "question => answer"`);
    return { question: QUESTION.read(withoutBackslashes(asked)), answer: ANSWER.read(withoutBackslashes(answered)) };
  },
  write: ({ question, answer }) => `${withBackslashes(question, "|", "=>")} => ${withBackslashes(answer, "|", "=>")}`,
};

export const slug = fitting(
  /^(?=.{1,120}$)[a-z0-9]+(-[a-z0-9]+)*$/,
  "is not a slug such as rose-of-kannauj (small letters, digits and hyphens)",
);

export const picture: Cell<string> = {
  read(cell) {
    const value = cell.trim();
    if (value.startsWith("/") && !readStoredPath(value))
      throw new CellProblem(`${shown(cell)} is not a stored path such as /catalogue/rose.3f2a9c1b.webp`);
    if (value.length > 300 || value.includes("\0")) throw new CellProblem(`${shown(cell)} is not the name of a file`);
    return value;
  },
  write,
};

export const moment: Cell<string> = {
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

/**
 * A spreadsheet takes a cell that begins with one of these for a formula, and a formula can call out or overwrite. An apostrophe
 * before it makes it a text. Cells that have apostrophes there already get one more, so that taking one away is always right.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

export function writeGuarded(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

export function readGuarded(cell: string): string {
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
