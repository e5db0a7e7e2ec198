import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import { expect, test } from "vitest";
import { brandFonts, FONT_PAIRS } from "../../contract/brand-fonts.ts";

const STYLES = new URL("../styles/fonts.css", import.meta.url);

/** The shop's font files, each with the characters for which the stylesheet loads it. */
const files = [...readFileSync(STYLES, "utf8").matchAll(/url\("([^"]+)"\)[^}]*unicode-range:([^;]+);/g)].map(
  ([, path = "", ranges = ""]) => ({ path, characters: charactersOf(ranges) }),
);

function charactersOf(ranges: string): string[] {
  return [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from = "", to = from]) => {
    const first = Number.parseInt(from, 16);
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => String.fromCodePoint(first + at));
  });
}

test("every font file has the characters for which browsers load it", () => {
  expect(files).toHaveLength(6);
  for (const { path, characters } of files) {
    const font = create(readFileSync(new URL(path, STYLES))) as Font;
    const missing = characters.filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0) as number));
    expect(missing, path).toEqual([]);
  }
});

test("the fonts of each pair that a shop can choose are in the stylesheet", () => {
  const pairs = readFileSync(new URL("../styles/font-pairs.css", import.meta.url), "utf8");
  const familiesOf = (fonts: string) =>
    [...fonts.matchAll(/"([^"]+)"|\b([A-Z]\w+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  const named = FONT_PAIRS.flatMap((pair) => {
    const { "--font-display": display = "", "--font-sans": sans = "" } = brandFonts(pair);
    return familiesOf(`${display}, ${sans}`);
  });
  const drawn = [...pairs.matchAll(/font-family: "([^"]+)"/g)].map(([, family]) => family);
  expect(new Set([...drawn, "Figtree"])).toEqual(new Set(named));
});

test("no character is in two files of one font", () => {
  for (let at = 0; at < files.length; at += 2) {
    const [latin, supplement] = [files[at], files[at + 1]];
    expect(latin?.characters.filter((character) => supplement?.characters.includes(character))).toEqual([]);
  }
});
