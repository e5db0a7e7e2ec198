import { bidi } from "./bidi.ts";
import { type FontStyle, fontOf, hasGlyph, ownFont, type SheetFont } from "./fonts.ts";

/** A text in one font and direction. */
export interface Run {
  font: SheetFont;
  text: string;
  isRightToLeft: boolean;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}]/u;

/** Divides a printable text into runs, from left to right. A letter that no font has stays in the shop's own, which draws a box. */
export function runsOf(text: string, style: FontStyle): Run[] {
  if (!RIGHT_TO_LEFT.test(text)) return byFont(text, style);
  const embedding = bidi.getEmbeddingLevels(text);
  const runs: (Run & { level: number })[] = [];
  for (const { start, end, level } of levelRuns(embedding.levels))
    runs.push(...byFont(text.slice(start, end), style, level % 2 === 1).map((run) => ({ ...run, level })));
  return reordered(runs);
}

function byFont(text: string, style: FontStyle, isRightToLeft = false): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const font = last && continues(last.font, character) ? last.font : (fontOf(character, style) ?? ownFont(style));
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character, isRightToLeft });
  }
  return runs;
}

/** Whether a character belongs to the letters before it: a mark, a joiner, a space, or a sign that several scripts share. */
const continues = (font: SheetFont, character: string) =>
  hasGlyph(font, character) && (/[\p{M}\p{Join_Control} ]/u.test(character) || font.pattern?.test(character) === true);

function levelRuns(levels: Uint8Array): { start: number; end: number; level: number }[] {
  const runs: { start: number; end: number; level: number }[] = [];
  levels.forEach((level, at) => {
    const last = runs.at(-1);
    if (last?.level === level) last.end = at + 1;
    else runs.push({ start: at, end: at + 1, level });
  });
  return runs;
}

/** Puts runs in the order in which they are drawn (rule L2 of the Unicode Bidirectional Algorithm). */
function reordered<R extends { level: number }>(runs: readonly R[]): R[] {
  const drawn = [...runs];
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < drawn.length; start++) {
      let end = start;
      while ((drawn[end]?.level ?? -1) >= level) end++;
      if (end > start) drawn.splice(start, end - start, ...drawn.slice(start, end).reverse());
      start = end;
    }
  }
  return drawn;
}
