/** Line breaks and tabs are harmless to a terminal; every other control character may be an instruction to it. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** Marks that make the characters after them read in another order than they are stored. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of any origin as it may be shown on a terminal: it can neither steer the terminal nor pretend to be other text. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROLS, "\ufffd").replace(DIRECTIONS, "\ufffd");
}
