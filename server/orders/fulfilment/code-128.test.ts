import { expect, it } from "vitest";
import { code128 } from "./code-128.ts";

const text = (typed: string) => code128(typed).join("");

it("encodes a text with its start, check and stop symbols", () => {
  // Start B, P, J, J, 1, 2, 3, C, the check symbol 55, stop: the example of the Wikipedia article, in code set B.
  expect(text("PJJ123C")).toBe(
    ["211214", "313121", "112133", "112133", "123221", "223211", "221132", "131321", "311321", "2331112"].join(""),
  );
});

it("makes every symbol eleven modules wide, and the stop thirteen", () => {
  const all = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
  const widths = code128(all);
  const symbols = Array.from({ length: 97 }, (_, at) => widths.slice(at * 6, at * 6 + 6));
  expect(symbols.map((symbol) => symbol.reduce((sum, width) => sum + width, 0))).toEqual(symbols.map(() => 11));
  expect(new Set(symbols.slice(1, 96).map(String)).size).toBe(95);
  expect(widths.slice(97 * 6)).toEqual([2, 3, 3, 1, 1, 1, 2]);
});

it("rejects what the code set lacks", () => {
  expect(() => code128("₹")).toThrow("₹");
});
