/** Parsers and serialisers for the cells of the shop's CSV files; parsing a serialised value returns the same value. Pure. */

import { isBarcode } from "../../../../contract/catalogue/barcode.ts";
import { countryOf } from "../../../../contract/catalogue/countries.ts";
import { PRODUCT_LIMITS } from "../../../../contract/catalogue/product-limits.ts";
import { CLAIM_URL, type Claim, type ScentPairing } from "../../../../contract/catalogue/schemas.ts";
import { MAX_SET_ENTRY, SET_ENTRY } from "../../../../contract/catalogue/set-contents.ts";
import { beginningOf } from "../../../../contract/text.ts";
import { writtenAmount } from "../../../../contract/written-amounts.ts";
import { type Paise, paise, toPaise, toRupees } from "../../../base/money.ts";
import { readStoredPath } from "../../../platform/media/paths.ts";
import { htmlEntries, plainText } from "./html-text.ts";

/** An invalid cell; its message continues "row 17 (rose-of-kannauj), price: ". */
export class CellProblem extends Error {}

export interface Cell<T> {
  /** @throws CellProblem */
  read(cell: string): T;
  write(value: T): string;
}

export const quoted = (cell: string) => `"${cell.length > 60 ? `${beginningOf(cell, 60)}…` : cell}"`;
const write = (value: string) => value;

/** A text, or HTML that becomes plain text. @param options.lines whether line breaks are allowed */
export const text = (max: number, { required = false, lines = false } = {}): Cell<string> => ({
  read(cell) {
    const plain = plainText(cell);
    const value = (lines || plain === cell ? plain.replace(/\r\n?/g, "\n") : plain.replace(/\s+/g, " ")).trim();
    if (required && value === "") throw new CellProblem("must not be empty");
    if (value.length > max) throw new CellProblem(`has ${value.length} characters; at most ${max} fit`);
    if (!lines && value.includes("\n")) throw new CellProblem("must be one line");
    // PostgreSQL cannot store NUL.
    if (value.includes("\0")) throw new CellProblem("has a character that cannot be stored (code 0)");
    return value;
  },
  write,
});

export const optional = <T>(cell: Cell<T>): Cell<T | null> => ({
  read: (value) => (value.trim() === "" ? null : cell.read(value)),
  write: (value) => (value === null ? "" : cell.write(value)),
});

export const matching = (pattern: RegExp, expected: string): Cell<string> => ({
  read(cell) {
    const value = cell.trim();
    if (!pattern.test(value)) throw new CellProblem(`${quoted(cell)} ${expected}`);
    return value;
  },
  write,
});

export const barcode: Cell<string> = {
  read(cell) {
    const value = cell.trim();
    if (!/^(\d{8}|\d{12,14})$/.test(value))
      throw new CellProblem(`${quoted(cell)} is not a barcode of 8, 12, 13 or 14 digits`);
    if (!isBarcode(value))
      throw new CellProblem(
        `${quoted(cell)} is not a barcode: its last digit does not check the others; please compare it with the pack`,
      );
    return value;
  },
  write,
};

export const wholeNumber = (min: number, max: number): Cell<number> => ({
  read(cell) {
    const value = cell.trim();
    // Spreadsheets and other shops' exports write 120.0.
    if (!/^\d{1,9}(\.0{1,2})?$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new CellProblem(`${quoted(cell)} is not a whole number from ${min} to ${max}`);
    }
    return Number(value);
  },
  write: String,
});

/** An amount in rupees in the file, in paise in code. */
export const amount: Cell<Paise> = {
  read(cell) {
    const read = writtenAmount(cell);
    if ("problem" in read) throw new CellProblem(`${quoted(cell)} ${read.problem}`);
    const value = paise(read.paise);
    if (value === 0 || value > MAX_PRICE_PAISE)
      throw new CellProblem(`${quoted(cell)} must be above 0 and at most ${toRupees(MAX_PRICE_PAISE)} rupees`);
    return value;
  },
  write: (value) => toRupees(value).toFixed(value % 100 === 0 ? 0 : 2),
};
const MAX_PRICE_PAISE = toPaise(PRODUCT_LIMITS.price);

/** Accepts what spreadsheets (TRUE), other shops (1) and people (yes) write. */
export const flag: Cell<boolean> = {
  read(cell) {
    const value = cell.trim().toLowerCase();
    if (["true", "yes", "1"].includes(value)) return true;
    if (["false", "no", "0"].includes(value)) return false;
    throw new CellProblem(`${quoted(cell)} is not true or false`);
  },
  write: String,
};

/** One of these words, in any case. */
export const oneOf = <T extends string>(...values: [T, ...T[]]): Cell<T> => ({
  read(cell) {
    const value = values.find((known) => known === cell.trim().toLowerCase());
    if (value === undefined) throw new CellProblem(`${quoted(cell)} is not one of ${values.join(", ")}`);
    return value;
  },
  write,
});

/** A country in any of its spellings; may be empty. */
export const country: Cell<string> = {
  read(cell) {
    if (cell.trim() === "") return "";
    const name = countryOf(cell);
    if (name === undefined) throw new CellProblem(`${quoted(cell)} is not a country such as India or France`);
    return name;
  },
  write,
};

const MAX_ITEMS = PRODUCT_LIMITS.entries;

/** Several values in one cell. A backslash escapes a separator within a value. */
export const list = <T>(separator: "|" | ",", item: Cell<T>, max: number = MAX_ITEMS): Cell<T[]> => ({
  read(cell) {
    const items = splitItems(cell, separator).filter((text) => text !== "");
    if (items.length > max) throw new CellProblem(`has ${items.length} entries; at most ${max} fit`);
    return items.map((text) => item.read(text));
  },
  write: (values) => values.map((value) => item.write(value)).join(separator === "|" ? " | " : ", "),
});

/** An item of a list whose separators are escaped by backslashes. */
export const escapedText = (separator: "|" | ",", cell: Cell<string>): Cell<string> => ({
  read: (value) => cell.read(unescapeSeparators(value)),
  write: (value) => escapeSeparators(cell.write(value), separator),
});
export const texts = (separator: "|" | ",", cell: Cell<string>): Cell<string[]> => {
  const items = list(separator, escapedText(separator, cell));
  // A list in HTML has its entries in tags; one separator in it belongs to a text.
  const entriesIn = (value: string) =>
    /<li[\s>]/i.test(value) || splitItems(value, separator).length === 1 ? htmlEntries(value) : null;
  return {
    ...items,
    read: (value) =>
      items.read(
        entriesIn(value)
          ?.map((entry) => escapeSeparators(entry, separator))
          .join(separator) ?? value,
      ),
  };
};

const QUESTION = text(PRODUCT_LIMITS.question);
const ANSWER = text(PRODUCT_LIMITS.answer, { lines: true });
export const question: Cell<{ question: string; answer: string }> = {
  read(value) {
    const [questionText, answerText, ...more] = splitItems(value, "=>");
    if (!questionText || !answerText || more.length > 0)
      throw new CellProblem(`${quoted(value)} must be written as "question => answer"`);
    return {
      question: QUESTION.read(unescapeSeparators(questionText)),
      answer: ANSWER.read(unescapeSeparators(answerText)),
    };
  },
  write: ({ question, answer }) => `${escapeSeparators(question, "|", "=>")} => ${escapeSeparators(answer, "|", "=>")}`,
};

export const slug = matching(
  /^(?=.{1,120}$)[a-z0-9]+(-[a-z0-9]+)*$/,
  "is not a slug such as rose-of-kannauj (lowercase letters, digits and hyphens)",
);

/** A product in a set: "Kewra Bloom 2 ml". */
export const setEntry: Cell<string> = {
  read(value) {
    const entry = text(MAX_SET_ENTRY).read(value);
    if (!SET_ENTRY.test(entry)) throw new CellProblem(`${quoted(entry)} must be written as "name 2 ml"`);
    return entry;
  },
  write: (entry) => entry,
};

const EFFECT = text(PRODUCT_LIMITS.effect, { required: true });
export const scentPairing: Cell<ScentPairing> = {
  read(value) {
    const [other, effect, ...more] = splitItems(value, "=>");
    if (!other || !effect || more.length > 0)
      throw new CellProblem(`${quoted(value)} must be written as "slug => what it does"`);
    return { slug: slug.read(other), effect: EFFECT.read(unescapeSeparators(effect)) };
  },
  write: ({ slug: other, effect }) => `${other} => ${escapeSeparators(effect, "|", "=>")}`,
};

export const picture: Cell<string> = {
  read(cell) {
    const value = cell.trim();
    if (/^(https?:)?\/\//i.test(value)) return readPictureUrl(value);
    if (value.startsWith("/") && !readStoredPath(value))
      throw new CellProblem(`${quoted(cell)} is not a stored path such as /catalogue/rose.3f2a9c1b.webp`);
    if (value.length > 300 || value.includes("\0")) throw new CellProblem(`${quoted(cell)} is not the name of a file`);
    return value;
  },
  write,
};

const MAX_URL = 2000;

/** Reads the address of a picture, as other shops' exports write it. */
function readPictureUrl(value: string): string {
  if (/[\s,;](https?:)?\/\//i.test(value))
    throw new CellProblem(`${quoted(value)} is more than one address; please write " | " between two`);
  const url = URL.parse(value.replace(/^\/\//, "https://").replaceAll("&amp;", "&"));
  if (url?.protocol === "http:")
    throw new CellProblem(
      `${quoted(value)} begins with http://, from where no picture is fetched; please write https:// or upload the picture`,
    );
  if (!url || url.username || url.password || url.href.length > MAX_URL)
    throw new CellProblem(`${quoted(value)} is not an address such as https://shop.example/rose.jpg`);
  url.hash = "";
  return url.href;
}

/** Whether an entry of a cell is the address of a picture, as `picture` reads it. */
export const isPictureUrl = (entry: string): boolean => entry.startsWith("https://");

function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  // Date.parse would turn 30 February into 2 March.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

export const day: Cell<string> = {
  read(cell) {
    const value = cell.trim();
    if (!/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(value) || !isDay(value))
      throw new CellProblem(`${quoted(cell)} is not a date such as 2026-01-31`);
    return value;
  },
  write,
};

export const dateTime: Cell<string> = {
  read(cell) {
    const [, day = "", clock = "T00:00:00+05:30"] =
      /^((?:19|20)\d{2}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/.exec(
        cell.trim(),
      ) ?? [];
    if (!day || !isDay(day) || Number.isNaN(Date.parse(day + clock)))
      throw new CellProblem(
        `${quoted(cell)} is not a date such as 2026-01-31 or a time such as 2026-01-31T09:00:00+05:30`,
      );
    return day + clock;
  },
  write,
};

const CLAIM = text(PRODUCT_LIMITS.claim, { required: true });
const CLAIM_BODY = text(PRODUCT_LIMITS.claimBody, { required: true });
const CLAIM_NUMBER = text(PRODUCT_LIMITS.claimNumber, { required: true });
export const claim: Cell<Claim> = {
  read(value) {
    const [what, body, number, until = "", url = "", ...more] = splitItems(value, "=>").map(unescapeSeparators);
    if (!what || !body || !number || more.length > 0)
      throw new CellProblem(`${quoted(value)} must be written as "claim => body => number => 2027-03-31 => https://…"`);
    if (url !== "" && (!CLAIM_URL.test(url) || url.length > PRODUCT_LIMITS.url))
      throw new CellProblem(`${quoted(url)} is not the https address of a certificate`);
    return {
      claim: CLAIM.read(what),
      body: CLAIM_BODY.read(body),
      number: CLAIM_NUMBER.read(number),
      validUntil: until === "" ? null : day.read(until),
      url,
    };
  },
  write({ claim: what, body, number, validUntil, url }) {
    const parts = [what, body, number, validUntil ?? "", url];
    while (parts.at(-1) === "") parts.pop();
    return parts.map((part) => escapeSeparators(part, "|", "=>")).join(" => ");
  },
};

/**
 * Prevents CSV injection: a spreadsheet treats a cell that begins with one of these characters as a formula. An apostrophe before it makes
 * it text. A number of 12 digits or more is text, too, as in every CSV file of the shop: a spreadsheet would round it. A cell that already
 * begins with apostrophes gets one more, so that reading always removes one.
 */
const FORMULA = /^'*(?:[=+\-@\t\r\n＝＋－＠]|\d{12,}$)/;

export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Splits at separators that are not escaped. The items still contain their backslashes. */
function splitItems(cell: string, separator: "|" | "," | "=>"): string[] {
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

const escapeSeparators = (value: string, ...separators: string[]) =>
  separators.reduce(
    (escaped, separator) => escaped.replaceAll(separator, `\\${separator}`),
    value.replaceAll("\\", "\\\\"),
  );

const unescapeSeparators = (value: string) => value.replace(/\\([\\|,=])/g, "$1");
