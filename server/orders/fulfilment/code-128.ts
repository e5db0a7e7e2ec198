/** Encodes the barcode Code 128 (ISO/IEC 15417) in code sets B, printable ASCII, and C, pairs of digits. Pure. */

/** The widths of bars and spaces of each symbol, in modules. */
export const SYMBOLS = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 " +
  "123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 " +
  "131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 " +
  "213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 " +
  "141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 " +
  "124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 " +
  "411131 211412 211214 211232"
).split(" ");
const START = { B: 104, C: 105 };
/** Changes to the other code set. */
const CHANGE = { B: 100, C: 99 };
const STOP = "2331112";

/** Pairs of digits that are shorter in code set C (four at an end of the text, six between), or one character. */
const PARTS = /^(?:\d\d){2,}|(?:\d\d){2,}$|(?:\d\d){3,}(?!\d)|./gs;

/**
 * Encodes a text as short as the code sets allow.
 * @returns the alternating widths of bars and spaces, a bar first, in modules
 * @throws Error for a character that code set B lacks
 */
export function code128(text: string): number[] {
  const values: number[] = [];
  let current: keyof typeof START | null = null;
  for (const [part] of text.matchAll(PARTS)) {
    const set = part.length > 1 ? "C" : "B";
    if (set !== current) values.push((current === null ? START : CHANGE)[set]);
    current = set;
    values.push(...(set === "C" ? pairsOf(part) : [valueInB(part)]));
  }
  const check = values.reduce((sum, value, at) => sum + value * Math.max(at, 1), 0) % 103;
  return [...[...values, check].map((value) => SYMBOLS[value] ?? "").join(""), ...STOP].map(Number);
}

const pairsOf = (digits: string) => (digits.match(/\d\d/g) ?? []).map(Number);

function valueInB(character: string): number {
  const value = character.charCodeAt(0) - 32;
  if (value < 0 || value > 94) throw new Error(`Code 128 B has no ${JSON.stringify(character)}`);
  return value;
}
