import { CODE_LENGTH } from "../../../contract/accounts/schemas.ts";

/** The boxes of a mailed code: a digit or nothing in each, and the box that has the focus. Section 5 says how they behave. */
export interface CodeBoxesState {
  digits: readonly string[];
  focus: number;
}

export const EMPTY_CODE: CodeBoxesState = { digits: Array(CODE_LENGTH).fill(""), focus: 0 };

const last = CODE_LENGTH - 1;

/**
 * What a box holds after something was typed or filled into it. A single digit stays in its box and moves the focus on; what is
 * no digit changes nothing. More than one, such as a whole code filled in by a phone, goes into the boxes that follow.
 */
export function typeInto({ digits, focus }: CodeBoxesState, box: number, text: string): CodeBoxesState {
  if (text === "") return { digits: digits.with(box, ""), focus: box };
  const typed = text.replace(/\D/g, "");
  if (typed === "") return { digits, focus };
  const held = digits[box] ?? "";
  // A second digit beside the one that is there takes its place, on whichever side it was typed.
  if (held !== "" && typed.length === 2) {
    const fresh = typed[0] === held ? typed[1] : typed[0];
    return { digits: digits.with(box, fresh ?? ""), focus: Math.min(box + 1, last) };
  }
  return spread(digits, box, typed);
}

/** A pasted whole code begins in the first box, a piece of one where it was pasted. */
export function pasteInto(state: CodeBoxesState, box: number, text: string): CodeBoxesState {
  const pasted = text.replace(/\D/g, "");
  if (pasted === "") return state;
  return spread(state.digits, pasted.length >= CODE_LENGTH ? 0 : box, pasted);
}

/** Backspace empties its box; in an empty one it goes back and empties the one before. */
export function backspaceIn({ digits }: CodeBoxesState, box: number): CodeBoxesState {
  const emptied = digits[box] ? box : Math.max(box - 1, 0);
  return { digits: digits.with(emptied, ""), focus: emptied };
}

/** The six digits joined; null while one is missing. */
export function codeOf({ digits }: CodeBoxesState): string | null {
  return digits.includes("") ? null : digits.join("");
}

function spread(digits: readonly string[], from: number, typed: string): CodeBoxesState {
  const fitting = [...typed].slice(0, CODE_LENGTH - from);
  return {
    digits: digits.map((digit, box) => fitting[box - from] ?? digit),
    focus: Math.min(from + fitting.length, last),
  };
}
