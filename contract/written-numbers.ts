/** Numbers and codes as people in India write and paste them. Every page loads it, so it imports nothing. */

/** The zeros of the decimal digits in use in India: nine scripts, Arabic and Urdu, Meetei Mayek, Ol Chiki, and full width. */
const ZEROS = [..."०০੦૦୦௦౦೦൦٠۰꯰᱐０"].map((zero) => zero.codePointAt(0) ?? 0);

/** Returns the text with the digits 0 to 9 in place of other scripts' digits. */
export const withLatinDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => first <= code && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** What separates groups of digits: spaces, dashes, also a minus sign, dots, brackets, and characters without a width. */
const SEPARATORS = /[\s\p{Pd}\u2212\p{Cf}\p{Variation_Selector}.()/]+/gu;

/** Returns the digits of a number such as a pincode or a mailed code; any other text without separators, and not shortened. */
export const plainNumber = (text: string) => withLatinDigits(text).replaceAll("＋", "+").replace(SEPARATORS, "");

/** An Indian mobile number, with or without the country's code and the 0 of a call from another state. The series begin with 6 to 9. */
const INDIAN_MOBILE = /^(?:(?:\+|00|0)?91)?0?([6-9][0-9]{9})$/;

/** Returns the ten digits of an Indian mobile number; any other text without separators, and not shortened. */
export function mobileNumberOf(text: string): string {
  const written = plainNumber(text);
  return INDIAN_MOBILE.exec(written)?.[1] ?? written;
}

export const isIndianMobile = (text: string) => INDIAN_MOBILE.test(mobileNumberOf(text));

/**
 * Returns a code that the shop has made, such as an offer code: as `plainCode`, also from letters that a chat has made bold, and without
 * the quotation marks, asterisks or full stop that were copied around it.
 */
export const shopCode = (text: string) => FIRST_TO_LAST.exec(plainCode(text.normalize("NFKC")))?.[0] ?? "";

/** From the first letter or digit to the last. One greedy run: a pattern for what follows the last would be tried from every character. */
const FIRST_TO_LAST = /[\p{L}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su;

/** Returns a code of letters and digits in capitals, such as an AWB or a GSTIN, with plain hyphens and without what separates or is invisible. */
export const plainCode = (text: string) =>
  withLatinDigits(text)
    .replace(/\p{Pd}/gu, "-")
    .replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, "")
    .toUpperCase();
