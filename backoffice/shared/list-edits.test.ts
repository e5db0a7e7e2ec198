import { expect, it } from "vitest";
import { removed, reordered, replaced } from "./list-edits.ts";

const LETTERS = ["a", "b", "c", "d"] as const;

it("replaces one entry", () => {
  expect(replaced(LETTERS, 1, "c")).toEqual(["a", "c", "c", "d"]);
  expect(replaced(LETTERS, 4, "a")).toEqual(["a", "b", "c", "d"]);
});

it("removes one entry", () => {
  expect(removed(LETTERS, 0)).toEqual(["b", "c", "d"]);
  expect(removed(["a", "a"], 1)).toEqual(["a"]);
});

it("moves an entry forwards and backwards", () => {
  expect(reordered(LETTERS, 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(reordered(LETTERS, 3, 1)).toEqual(["a", "d", "b", "c"]);
  expect(reordered(LETTERS, 9, 0)).toEqual(["a", "b", "c", "d"]);
  expect(LETTERS).toEqual(["a", "b", "c", "d"]);
});
