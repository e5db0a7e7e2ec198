/** Control characters other than line breaks and tabs may control the terminal. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** Bidi controls, which change the order in which text is displayed. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes text of any origin safe for a terminal: without control characters and bidi controls. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROLS, "\ufffd").replace(DIRECTIONS, "\ufffd");
}
