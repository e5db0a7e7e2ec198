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
