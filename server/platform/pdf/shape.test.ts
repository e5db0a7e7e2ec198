import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fontOf, type SheetFont } from "./fonts.ts";
import { shape } from "./shape.ts";

/**
 * Names, cities and words of streets, 200 of each script, with the glyphs that `hb-shape` 6.0.0 of Debian's libharfbuzz-bin chose for them:
 * script, word, `[id@x,y+advance|…]`. Recorded for the fonts in package.json by
 * `hb-shape --font-file=FONT.ttf --script=Deva --language=hi --direction=ltr --features=tnum --no-glyph-names --no-clusters WORD`.
 */
const WORDS = readFileSync(new URL("shaped-words.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t") as [string, string, string]);

/** Glyphs with their places from the beginning of the text. */
type Placed = [id: number, x: number, y: number];

function recorded(glyphs: string): Placed[] {
  let pen = 0;
  return glyphs
    .slice(1, -1)
    .split("|")
    .map((glyph) => {
      const [, id, x = 0, y = 0, advance] = /^(\d+)(?:@(-?\d+),(-?\d+))?\+(-?\d+)$/.exec(glyph)?.map(Number) ?? [];
      const placed: Placed = [id ?? 0, pen + (x || 0), y || 0];
      pen += advance ?? 0;
      return placed;
    });
}

function shaped(word: string, font: SheetFont): Placed[] {
  let pen = 0;
  return shape(word, font, font.script.tag === "Arab").flatMap(({ glyphs, advance }) => {
    const placed = glyphs.map(({ id, x, y }): Placed => [id, pen + x, y]);
    pen += advance;
    return placed;
  });
}

describe.each([...new Set(WORDS.map(([script]) => script))])("shapes words of %s", (script) => {
  const words = WORDS.filter(([one]) => one === script);

  it("with the glyphs of HarfBuzz's own program", () => {
    const different = words.filter(([, word, glyphs]) => {
      const font = fontOf(word, "regular") as SheetFont;
      expect(font.script.tag).toBe(script);
      return JSON.stringify(shaped(word, font)) !== JSON.stringify(recorded(glyphs));
    });
    expect(different.map(([, word]) => word)).toEqual([]);
  });

  it("without a glyph for what the font lacks", () => {
    expect(words.filter(([, , glyphs]) => recorded(glyphs).some(([id]) => id === 0))).toEqual([]);
  });
});
