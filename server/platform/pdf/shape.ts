import { Direction, Feature, Buffer as HarfBuzzBuffer, shape as shapeBuffer } from "harfbuzzjs";
import { bidi } from "./bidi.ts";
import type { SheetFont } from "./fonts.ts";

/** A glyph, and its place from the beginning of its cluster, in units of the font. */
export interface PlacedGlyph {
  id: number;
  x: number;
  y: number;
}

/** Glyphs that are drawn as one, and the letters that PDF readers find there: a letter, a conjunct, or a letter with its vowel signs. */
export interface Cluster {
  text: string;
  /** Empty for letters that the cluster before draws. */
  glyphs: readonly PlacedGlyph[];
  /** Its width in units of the font. */
  advance: number;
}

interface ShapedCluster extends Cluster {
  glyphs: PlacedGlyph[];
  /** Where its text begins. */
  start: number;
}

/** Digits of equal width, so that columns of numbers align. */
const FEATURES = [new Feature("tnum")];
const buffer = new HarfBuzzBuffer();

/**
 * Shapes a text of one script, all of whose characters the font has.
 * @returns its clusters from left to right
 */
export function shape(text: string, { font, script }: SheetFont, isRightToLeft = false): Cluster[] {
  buffer.clearContents();
  buffer.addText(text);
  // HarfBuzz would guess the script by the first letter, and take a conjunct apart that follows a Latin one.
  buffer.setScript(script.tag);
  buffer.setLanguage(script.language);
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  shapeBuffer(font, buffer, FEATURES);
  const clusters: ShapedCluster[] = [];
  for (const {
    cluster: start,
    codepoint: id,
    xAdvance = 0,
    xOffset = 0,
    yOffset = 0,
  } of buffer.getGlyphInfosAndPositions()) {
    let cluster = clusters.at(-1);
    if (cluster?.start !== start) {
      cluster = { start, text: "", glyphs: [], advance: 0 };
      clusters.push(cluster);
    }
    cluster.glyphs.push({ id, x: cluster.advance + xOffset, y: yOffset });
    cluster.advance += xAdvance;
  }
  clusters.forEach((cluster, at) => {
    const next = clusters[isRightToLeft ? at - 1 : at + 1];
    cluster.text = text.slice(cluster.start, next?.start);
  });
  return withJoiners(clusters, isRightToLeft).flatMap(isRightToLeft ? asDrawn : withMarksApart);
}

/**
 * Gives the marks of a letter a cluster of their own, without glyphs. Older releases of pdf.js take letters with a mark for a mark, which has no width, and break the word; all
 * marks stay together, since PDFium drops a mark that it has just read at the same place.
 */
function withMarksApart(cluster: Cluster): Cluster[] {
  const [, letters, marks] = /^(\P{Mn}+)(\p{Mn}.*)$/su.exec(cluster.text) ?? [];
  if (!letters || !marks) return [cluster];
  return [
    { ...cluster, text: letters },
    { text: marks, glyphs: [], advance: 0 },
  ];
}

/** Orders the letters of a cluster as they are drawn, from left to right: PDF readers reverse a right-to-left text letter by letter, brackets included. */
const asDrawn = (cluster: Cluster): Cluster => ({
  ...cluster,
  text: [...cluster.text]
    .reverse()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join(""),
});

/** Adds the joiners between letters to the letter before, since PDF readers ignore what has no width. */
function withJoiners(clusters: readonly ShapedCluster[], isRightToLeft: boolean): Cluster[] {
  const joined: ShapedCluster[] = [];
  for (const cluster of isRightToLeft ? clusters.toReversed() : clusters) {
    const last = joined.at(-1);
    if (last && /^\p{Join_Control}+$/u.test(cluster.text)) {
      last.text += cluster.text;
      last.glyphs.push(...cluster.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + last.advance })));
    } else joined.push(cluster);
  }
  return isRightToLeft ? joined.reverse() : joined;
}
