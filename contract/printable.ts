/**
 * Which texts can be printed on labels and invoices: those in Latin letters and the scripts of India. Forms and endpoints reject others, because
 * the courier could not read them.
 */

/** Code points of the letters and digits that the fonts have, or have without an accent. `server/platform/pdf/printable.test.ts` compares. */
const PRINTABLE = [
  "30-137 139-165 168-17f 1a0-1a1 1af-1b0 1c4-1dc 1de-1e3 1e6-1ed 1f0-1f5 1f8-21b 21e-21f 226-233 237 2b0 2b2-2b3",
  "2b7-2b8 2bc 2c6-2c7 2e1-2e3 37a 620-6ff 750-77f 870-88e 8a0-c5a c5d-cbd cdd-d7f 1c50-1c7d 1ce9-1cf6 1d2c-1d2e",
  "1d30-1d31 1d33-1d3a 1d3c 1d3e-1d43 1d47-1d49 1d4d 1d4f-1d52 1d56-1d58 1d5b 1d62-1d65 1d9c 1d9e 1da0 1dbb",
  "1e00-1e99 1e9b 1e9e 1ea0-1ef9 2070-2093 2095-2102 210a-2124 2128-2131 2133-2134 2139 2145-2149 2150-217f",
  "2189-24ea 2c7c-2c7d 3251-325f 32b1-32bf a7f1-a7f4 a7f8-a7f9 a830-a835 a8f2-a8fe aae0-aaf4 abc0-abf9 fb00-fb06",
  "fb50-ff5a 10783 10795 107a2 107a5 1ccf0-1ccf9 1d400-1d6a5 1d7ce-1d7ff 1ee00-1f10a 1fbf0-1fbf9",
].join(" ");

const LETTERS = new RegExp(
  `(?![${PRINTABLE.replace(/[0-9a-f]+/g, "\\u{$&}").replaceAll(" ", "")}])[\\p{L}\\p{N}]+`,
  "gu",
);

/** Returns the letters of a text that cannot be printed, or a text of emoji alone, which print nothing; empty if it can be printed. */
export function unprintable(text: string): string {
  if (!/[\p{L}\p{N}!-~]/u.test(text)) return text.trim();
  return (text.match(LETTERS) ?? []).join(" ");
}

/** Tells what of a text cannot be printed, and what to write instead. */
export const unprintableMessage = (text: string) =>
  `We can’t print “${unprintable(text)}” on labels and invoices. Please use English letters or an Indian script.`;
