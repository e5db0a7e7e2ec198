/** Mobile numbers and pincodes as people in India write and paste them. Pure; browser and server read them alike. */

import * as z from "zod/mini";
import { type TextRules, textField } from "./text.ts";

/** The zeros of the decimal digits in use in India: nine scripts, Arabic and Urdu, Meetei Mayek, Ol Chiki, and full width. */
const ZEROS = [..."०০੦૦୦௦౦೦൦٠۰꯰᱐０"].map((zero) => zero.codePointAt(0) ?? 0);

/** Returns the text with the digits 0 to 9 in place of other scripts' digits. */
export const withLatinDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => first <= code && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** What separates groups of digits: spaces, dashes, dots, brackets, and characters without a width. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}.()/]+/gu;

/** An Indian mobile number, with or without the country's code and the 0 of a call from another state. The series begin with 6 to 9. */
const INDIAN_MOBILE = /^(?:(?:\+|00|0)?91)?0?([6-9][0-9]{9})$/;

/** Returns the ten digits of an Indian mobile number; any other text without separators, and not shortened. */
export function mobileNumberOf(text: string): string {
  const written = withLatinDigits(text).replace(SEPARATORS, "");
  return INDIAN_MOBILE.exec(written)?.[1] ?? written;
}

export const isIndianMobile = (text: string) => INDIAN_MOBILE.test(mobileNumberOf(text));

/** Returns a pincode's digits; any other text without separators, and not shortened. */
export const pincodeOf = (text: string) => withLatinDigits(text).replace(SEPARATORS, "");

export const MOBILE_DIGITS = "Mobile number must be 10 digits.";
export const NO_MOBILE_NUMBER = "Please enter an Indian mobile number. It begins with 6, 7, 8 or 9.";

type MobileRules = Pick<TextRules, "missing" | "mayBeEmpty">;

/** Ten digits, as earlier releases stored them without looking at the first. */
export const tenDigits = (rules: MobileRules = {}) =>
  textField({ max: 10, pattern: /^[0-9]{10}$/, error: MOBILE_DIGITS, rewrite: mobileNumberOf, ...rules });

/** An Indian mobile number, read as its ten digits. */
export const mobileField = (rules: MobileRules = {}) =>
  tenDigits(rules).check(z.refine((digits) => !/^[0-9]{10}$/.test(digits) || isIndianMobile(digits), NO_MOBILE_NUMBER));
