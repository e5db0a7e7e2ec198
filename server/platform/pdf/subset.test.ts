import { Blob, Face, Font } from "harfbuzzjs";
import { expect, it } from "vitest";
import { fontOf, type SheetFont } from "./fonts.ts";
import { shape } from "./shape.ts";
import { createSubset } from "./subset.ts";

/** The coordinates of an outline, moved. */
const coordinates = (font: Font, id: number, x = 0, y = 0) =>
  [...font.glyphToPath(id).matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, left, top]) => [
    Number(left) + x,
    Number(top) + y,
  ]);

it.each(["শ্রী", "ন্দ্র", "க", "é", "یٰ"])("draws %s as one glyph, as its own glyphs would", (text) => {
  const { font, outlines, script } = fontOf(text, "regular") as SheetFont;
  const subset = createSubset(outlines);
  const [cluster] = shape(text, { font, script } as SheetFont, script.tag === "Arab");
  const id = subset.include(cluster?.glyphs ?? [], cluster?.advance ?? 0);
  const written = new Font(new Face(new Blob(subset.encode())));
  expect(coordinates(written, id)).toEqual(
    cluster?.glyphs.flatMap((glyph) => coordinates(font, glyph.id, glyph.x, glyph.y)),
  );
  expect(coordinates(written, id).length).toBeGreaterThan(0);
  expect(subset.advances()[id]).toBe(cluster?.advance);
});
