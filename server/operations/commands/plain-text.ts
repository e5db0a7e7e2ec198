/** Control characters except line breaks and tabs, which may control the terminal. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** Bidi controls, which change the order in which text is displayed. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes control characters and bidi controls, so that text of any origin is safe for a terminal. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROLS, "\ufffd").replace(DIRECTIONS, "\ufffd");
}
