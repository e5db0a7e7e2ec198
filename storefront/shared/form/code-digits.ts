import { CODE_LENGTH } from "../../../contract/accounts/schemas.ts";
import { withLatinDigits } from "../../../contract/written-numbers.ts";

/** The boxes of a mailed code: a digit or empty, and the focused box. Section 5 of the specification defines their behaviour. */
export interface CodeBoxesState {
  digits: readonly string[];
  focus: number;
}

export const EMPTY_CODE: CodeBoxesState = { digits: Array(CODE_LENGTH).fill(""), focus: 0 };

const last = CODE_LENGTH - 1;
const digitsIn = (text: string) => withLatinDigits(text).replace(/[^0-9]/g, "");

/**
 * Returns the state after input in a box. A single digit stays in its box and moves the focus on; other characters are ignored. Several
 * digits, such as an autofilled code, fill the following boxes.
 */
export function typeInto({ digits, focus }: CodeBoxesState, box: number, text: string): CodeBoxesState {
  if (text === "") return { digits: withDigit(digits, box, ""), focus: box };
  const typed = digitsIn(text);
  if (typed === "") return { digits, focus };
  const current = digits[box] ?? "";
  // A second digit replaces the first, on whichever side it was typed.
  if (current !== "" && typed.length === 2) {
    const fresh = typed[0] === current ? typed[1] : typed[0];
    return { digits: withDigit(digits, box, fresh ?? ""), focus: Math.min(box + 1, last) };
  }
  return spread(digits, box, typed);
}

/** Returns the state after a paste. A complete code starts at the first box, a part of one where it was pasted. */
export function pasteInto(state: CodeBoxesState, box: number, text: string): CodeBoxesState {
  const pasted = digitsIn(text);
  if (pasted === "") return state;
  return spread(state.digits, pasted.length >= CODE_LENGTH ? 0 : box, pasted);
}

/** Returns the state after Backspace, which clears its box, or if that is empty the previous one. */
export function backspaceIn({ digits }: CodeBoxesState, box: number): CodeBoxesState {
  const emptied = digits[box] ? box : Math.max(box - 1, 0);
  return { digits: withDigit(digits, emptied, ""), focus: emptied };
}

/** Returns the complete code; null if a digit is missing. */
export function codeOf({ digits }: CodeBoxesState): string | null {
  return digits.includes("") ? null : digits.join("");
}

const withDigit = (digits: readonly string[], at: number, digit: string): string[] =>
  digits.map((present, box) => (box === at ? digit : present));

function spread(digits: readonly string[], from: number, typed: string): CodeBoxesState {
  const fitting = [...typed].slice(0, CODE_LENGTH - from);
  return {
    digits: digits.map((digit, box) => fitting[box - from] ?? digit),
    focus: Math.min(from + fitting.length, last),
  };
}
