import { expect, test } from "vitest";
import { emptyCells, tilePlaces } from "./note-tiles.tsx";

test("a tile follows six cards, and then every twelve", () => {
  expect(tilePlaces(5, true)).toEqual([]);
  expect(tilePlaces(24, true)).toEqual([6, 18]);
});

test("a tile that would leave one card alone in the last row is omitted", () => {
  expect(tilePlaces(7, true)).toEqual([]);
  expect(tilePlaces(7, false)).toEqual([6]);
});

test("the empty cells of a last row are counted", () => {
  expect([6, 7, 8].map((cells) => emptyCells(3, cells))).toEqual([0, 2, 1]);
});
