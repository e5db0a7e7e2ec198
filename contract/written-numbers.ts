/** Mobile numbers and pincodes as people in India write and paste them. Every page loads it, so it imports nothing. */

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
