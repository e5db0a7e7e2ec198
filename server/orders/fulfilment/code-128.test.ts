import { expect, it } from "vitest";
import { code128, SYMBOLS } from "./code-128.ts";

const text = (typed: string) => code128(typed).join("");

it("encodes a text with its start, check and stop symbols", () => {
  // Start B, P, J, J, 1, 2, 3, C, the check symbol 55, stop: the example of the Wikipedia article, in code set B.
  expect(text("PJJ123C")).toBe(
    ["211214", "313121", "112133", "112133", "123221", "223211", "221132", "131321", "311321", "2331112"].join(""),
  );
});

it("makes every symbol eleven modules wide, and the stop thirteen", () => {
  const widthOf = (symbol: string) => [...symbol].reduce((sum, width) => sum + Number(width), 0);
  expect(SYMBOLS.map(widthOf)).toEqual(Array(106).fill(11));
  expect(new Set(SYMBOLS).size).toBe(106);
  expect(widthOf(text("A").slice(-7))).toBe(13);
});

/** The value of each symbol, without the check and stop symbols. */
const valuesOf = (typed: string) => {
  const widths = text(typed).slice(0, -7 - 6);
  return (widths.match(/.{6}/g) ?? []).map((symbol) => SYMBOLS.indexOf(symbol));
};

it.each([
  ["digits alone, two a symbol", "890123450783", [105, 89, 1, 23, 45, 7, 83]],
  ["an odd number of digits", "12345", [105, 12, 34, 100, 21]],
  ["digits at the end", "AB1234", [104, 33, 34, 99, 12, 34]],
  ["digits between letters", "A1234567B", [104, 33, 17, 99, 23, 45, 67, 100, 34]],
  ["too few digits to change the set", "A12345B67", [104, 33, 17, 18, 19, 20, 21, 34, 22, 23]],
  ["half of a character", "1234🌹", "Code 128 B has no"],
])("encodes %s", (_, typed, values) => {
  if (typeof values === "string") expect(() => code128(typed)).toThrow(values);
  else expect(valuesOf(typed)).toEqual(values);
});

it("takes 101 modules for an AWB of twelve digits", () => {
  expect(code128("890123450783").reduce((sum, width) => sum + width, 0)).toBe(101);
});

it("rejects what the code set lacks", () => {
  expect(() => code128("₹")).toThrow("₹");
});
