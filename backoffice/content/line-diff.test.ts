import { expect, it } from "vitest";
import { diffLines } from "./line-diff.ts";

const marks = { same: " ", removed: "-", added: "+" };
const shown = (former: string, later: string) =>
  diffLines(former, later).map(({ kind, text }) => `${marks[kind]}${text}`);

it("keeps the lines that both texts have, in order", () => {
  expect(shown("a\nb\nc\nd", "a\nc\nx\nd")).toEqual([" a", "-b", " c", "+x", " d"]);
  expect(shown("", "a")).toEqual(["-", "+a"]);
  expect(shown("a\nb", "a\nb")).toEqual([" a", " b"]);
});

it("compares the longest texts at once", () => {
  const points = (word: string) => `a\n${Array.from({ length: 15_000 }, (_, at) => `${word} ${at}`).join("\n")}\nz`;
  const lines = shown(points("former"), points("later"));
  expect([lines.length, lines[0], lines[1], lines.at(-2), lines.at(-1)]).toEqual([
    30_002,
    " a",
    "-former 0",
    "+later 14999",
    " z",
  ]);
}, 1000);
