/** The expected codes were read by a scanner (zbar). */

import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { qrCode } from "./qr-code.ts";

const drawn = (text: string) => qrCode(text).map((row) => row.map((isDark) => (isDark ? "#" : ".")).join(""));

it("a short text is a code of 21 modules", () => {
  expect(drawn("Kewra")).toEqual([
    "#######..#.##.#######",
    "#.....#.#..#..#.....#",
    "#.###.#..#.##.#.###.#",
    "#.###.#....##.#.###.#",
    "#.###.#.#...#.#.###.#",
    "#.....#..##.#.#.....#",
    "#######.#.#.#.#######",
    "...........##........",
    "#.#.#.#...##....#..#.",
    "#..###.##.....#....##",
    "#..####.#...#...#####",
    "#.####.#..#...#.....#",
    "##.#.##.#.#.#.#.##...",
    "........##.#.#.#...#.",
    "#######...##.###.#.##",
    "#.....#....###.##....",
    "#.###.#.#.##.###.#.##",
    "#.###.#..##...##.#.#.",
    "#.###.#.#...#...#...#",
    "#.....#...#...#....#.",
    "#######.##..#.#.#..##",
  ]);
});

it.each([
  [150, 49, "fdf92029390e6a9e"],
  [660, 97, "4be6dd23e999d3bc"],
])("a text of %i bytes is a code of %i modules", (length, size, hash) => {
  const rows = drawn("Kewra and Co 7xyz/%3A".repeat(40).slice(0, length));
  expect(rows).toHaveLength(size);
  expect(createHash("sha256").update(rows.join("\n")).digest("hex").slice(0, 16)).toBe(hash);
});

it("a text that no code of version 20 holds is rejected", () => {
  expect(drawn("x".repeat(663))).toHaveLength(97);
  expect(() => qrCode("x".repeat(667))).toThrow("too long");
});
