/** A mobile number in a request. */

import * as z from "zod/mini";
import { type TextRules, textField } from "./text.ts";
import { isIndianMobile, mobileNumberOf } from "./written-numbers.ts";

const MOBILE_DIGITS = "Mobile number must be 10 digits.";
export const NO_MOBILE_NUMBER = "Please enter an Indian mobile number. It begins with 6, 7, 8 or 9.";

type MobileRules = Pick<TextRules, "missing" | "mayBeEmpty">;

/** Ten digits, as earlier releases stored them without looking at the first. */
export const tenDigits = (rules: MobileRules = {}) =>
  textField({ max: 10, pattern: /^[0-9]{10}$/, error: MOBILE_DIGITS, rewrite: mobileNumberOf, ...rules });

/** An Indian mobile number, read as its ten digits. */
export const mobileField = (rules: MobileRules = {}) =>
  tenDigits(rules).check(z.refine((digits) => !/^[0-9]{10}$/.test(digits) || isIndianMobile(digits), NO_MOBILE_NUMBER));
