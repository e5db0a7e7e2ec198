import { isIndianMobile, mobileNumberOf, withLatinDigits } from "../../../contract/written-numbers.ts";

/** A field of digits only. */
export interface DigitsRules {
  /** The complete number of digits. */
  max: number;
  /** Whether it is a mobile number, which may be written with the country's code and a leading 0. */
  mobile?: boolean;
}

/** The beginnings before a mobile number, which may be typed, and the digits that they add. */
const BEFORE_MOBILE = [
  [/^00/, 4],
  [/^0/, 1],
  [/^91/, 2],
] as const;

/**
 * Returns the digits of a text. What is typed digit by digit ends at the last digit that the number may have; what is pasted or filled in is
 * never shortened, so that a wrong number is not made of a right one.
 */
export function digitsOf(text: string, { max, mobile = false }: DigitsRules, isTyped: boolean): string {
  if (mobile && isIndianMobile(text)) return mobileNumberOf(text);
  const digits = withLatinDigits(text).replace(/[^0-9]/g, "");
  const before = mobile ? (BEFORE_MOBILE.find(([start]) => start.test(digits))?.[1] ?? 0) : 0;
  return isTyped ? digits.slice(0, max + before) : digits;
}

/** Removes everything but digits from an input, and preserves the caret. */
export function keepDigits(input: HTMLInputElement, rules: DigitsRules, event: Event): void {
  const isTyped = event instanceof InputEvent && event.inputType === "insertText" && event.data?.length === 1;
  const digits = digitsOf(input.value, rules, isTyped);
  if (digits === input.value) return;
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? undefined), { max: rules.max }, isTyped).length;
  const caret = Math.min(before, digits.length);
  input.value = digits;
  input.setSelectionRange(caret, caret);
}
