import * as z from "zod/mini";

/** Text fields: the one way in which the contract reads a text, so that no field forgets its length or lets a control character through. */

export interface TextRules {
  /** Maximum length in characters, counted once the text is trimmed and cleaned. */
  max: number;
  /** Minimum length; 1 unless the text may be empty. */
  min?: number;
  /** Is tested only on a text that is not too long. */
  pattern?: RegExp;
  /** What to do about a text that breaks a rule. */
  error: string;
  /** Replaces `error` for a field that is missing, null or empty. */
  missing?: string;
  /** Replaces `error` for a text that is too long. */
  tooLong?: string;
  /** An empty text keeps every rule. */
  mayBeEmpty?: boolean;
  /** Keeps line breaks. */
  multiline?: boolean;
  /** Is only trimmed: a password, of which nothing but its hash is stored. */
  verbatim?: boolean;
  /** Compares without regard to case: stored and tested in capitals. */
  upperCase?: boolean;
}

/** Overrides the order in which a text is read, so that a terminal or a page shows something else than what is stored. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]+/g;

/** The text on one line, without what a database refuses (NUL, halves of surrogate pairs) and what terminals obey. */
export function cleanLine(text: string): string {
  return text.replace(BIDI_CONTROLS, "").replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ");
}

/** The same for a text of several lines, which end in `\n`. */
export function cleanLines(text: string): string {
  return text
    .replace(BIDI_CONTROLS, "")
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, "\n")
    .replace(/[^\P{Cc}\n]+|\p{Cs}+/gu, " ");
}

/** A text field. Its length is judged before its pattern, which therefore never runs over a long text. */
export function textField(rules: TextRules): z.ZodMiniString<string> {
  const { max, mayBeEmpty = false, min = mayBeEmpty ? 0 : 1, pattern, error } = rules;
  const { missing = error, tooLong = error } = rules;
  // What only limits the length says nothing about a number or a list: that is left to the caller of `safeParse`.
  const notText = pattern || min > 1 ? error : undefined;
  const text = z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : notText) })
    .check(
      ...(rules.verbatim ? [] : [z.overwrite(rules.multiline ? cleanLines : cleanLine)]),
      z.trim(),
      ...(rules.upperCase ? [z.toUpperCase()] : []),
      z.maxLength(max, tooLong),
    );
  const fits = (value: string) => value.length >= min && (!pattern || pattern.test(value));
  // Said by no pattern or length of its own, which the documentation would tell without its exception.
  if (mayBeEmpty) return text.check(z.refine((value) => value === "" || value.length > max || fits(value), error));
  return text.check(
    z.minLength(1, missing),
    ...(min > 1 ? [z.minLength(min, error)] : []),
    ...(pattern ? [upTo(max, z.regex(pattern, error))] : []),
  );
}

/** Not by `abort`, which would also keep a form from comparing its passwords while another field is too long. */
function upTo<Check extends z.core.$ZodCheck<string>>(max: number, check: Check): Check {
  check._zod.def.when = ({ value }) => typeof value === "string" && value.length <= max;
  return check;
}

/** The `_id` of a row, as requests name it. */
export const rowId = (error: string, missing = error) => textField({ max: 9, pattern: /^[0-9]+$/, error, missing });
