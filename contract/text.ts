/** Text fields. Every text of the contract is read here, so that none lacks a maximum length or accepts control characters. */

import * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import { unprintable, unprintableMessage } from "./printable.ts";

export interface TextRules {
  /** Maximum length in characters, counted once the text is trimmed and cleaned. */
  max: number;
  /** Minimum length; 1 unless the text may be empty. */
  min?: number;
  /** Tested only on texts that are not too long. */
  pattern?: RegExp;
  /** Tells how to correct a text that breaks a rule. */
  error: string;
  /** Replaces `error` for a field that is missing, null or empty. */
  missing?: string;
  /** Replaces `error` for a text that is too long. */
  tooLong?: string;
  /** Whether an empty text is valid. */
  mayBeEmpty?: boolean;
  /** Whether line breaks are preserved. */
  multiline?: boolean;
  /** Only trims, for passwords: they are stored only as a hash. */
  verbatim?: boolean;
  /**
   * Rewrites the text before it is checked, for example a phone number without its country code. A text with over a thousand characters too
   * many is rejected as it is.
   */
  rewrite?: (text: string) => string;
  /** Whether it is printed on labels and invoices, whose fonts lack the letters of other scripts than Latin and India's. */
  printed?: boolean;
}

/**
 * Characters that change a text's reading order, so that a terminal or page would show something other than what is stored, and those of
 * pasted texts that show nothing and mean nothing. Joiners stay: Indian scripts need them.
 */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u00ad\u200b\u2060\ufeff]+/g;

/** Anything that shows: neither a space, nor a character without a width or with an empty glyph. */
const VISIBLE = /[^\p{Cc}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** A text that shows nothing is empty, so that no name is. */
const orEmpty = (text: string) => (VISIBLE.test(text) ? text : "");

/** Returns the text composed (NFC), so that a letter is stored in one way however it is typed, on one line, without what a database rejects (NUL, lone surrogates) and terminal control characters. */
export function cleanLine(text: string): string {
  return orEmpty(
    text
      .normalize("NFC")
      .replace(HIDDEN, "")
      .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " "),
  );
}

/** As `cleanLine`, for a text of several lines; lines end in `\n`. */
export function cleanLines(text: string): string {
  return orEmpty(
    text
      .normalize("NFC")
      .replace(HIDDEN, "")
      .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, "\n")
      .replace(/[^\P{Cc}\n]+|\p{Cs}+/gu, " "),
  );
}

/** The beginning of a text. Half a character at its end is left out: PostgreSQL holds none in JSON. */
export const beginningOf = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");

/** A text field. Its length is checked before its pattern, so the pattern never runs on a long text. */
export function textField(rules: TextRules): z.ZodMiniString<string> {
  const { max, mayBeEmpty = false, min = mayBeEmpty ? 0 : 1, pattern, error } = rules;
  const { missing = error, tooLong = error } = rules;
  // A field that only limits the length has no message for numbers and lists: the caller of `safeParse` decides.
  const wrongType = pattern || min > 1 ? error : undefined;
  const text = z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : wrongType) })
    .check(
      ...(rules.verbatim ? [] : [z.overwrite(rules.multiline ? cleanLines : cleanLine)]),
      z.trim(),
      ...(rules.rewrite ? [upTo(max + 1000, z.overwrite(rules.rewrite))] : []),
      z.maxLength(max, tooLong),
      ...(rules.printed ? [upTo(max, printable())] : []),
    );
  const fits = (value: string) => value.length >= min && (!pattern || pattern.test(value));
  // A refinement, because the API documentation would show a pattern or length without the exception.
  if (mayBeEmpty) return text.check(z.refine((value) => value === "" || isLonger(value, max) || fits(value), error));
  return text.check(
    z.minLength(1, missing),
    ...(min > 1 ? [z.minLength(min, error)] : []),
    ...(pattern ? [upTo(max, z.regex(pattern, error))] : []),
  );
}

const printable = () =>
  z.refine<string>((text) => unprintable(text) === "", {
    error: ({ input }) => unprintableMessage(input as string),
    params: { code: "letters_not_printable" satisfies ErrorCode },
  });

/**
 * Runs a check only on texts of at most `max` characters. Not by `abort`, which would also prevent a form from comparing its passwords while
 * another field is too long.
 */
function upTo<Check extends z.core.$ZodCheck<string>>(max: number, check: Check): Check {
  check._zod.def.when = ({ value }) => typeof value === "string" && !isLonger(value, max);
  return check;
}

/** Whether a text has more characters than `max`. Code points are counted, as by `z.maxLength`, so that one check or the other sees each text. */
function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || [...text].length > max;
}

/** The `_id` of a row in requests; 15 digits fit a JavaScript number. */
export const rowId = (error: string, missing = error) => textField({ max: 15, pattern: /^[0-9]+$/, error, missing });
