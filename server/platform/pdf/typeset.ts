import { LRUCache } from "lru-cache";
import { ENGLISH, type FontStyle, type SheetFont } from "./fonts.ts";
import { printable } from "./printable.ts";
import { runsOf } from "./runs.ts";
import { type Cluster, shape } from "./shape.ts";

export interface ShapedRun {
  font: SheetFont;
  clusters: readonly Cluster[];
  /** Width in units of the font size. */
  width: number;
}

export interface TypesetText {
  /** From left to right. */
  runs: readonly ShapedRun[];
  width: number;
  /** The language of a text with right-to-left letters, whose runs are not drawn in its order; null for others. */
  rightToLeft: string | null;
}

/** How many shaped texts are cached: labels and titles repeat, and a text is measured first and drawn later. */
const CACHE_SIZE = 2000;
const cache = new LRUCache<string, TypesetText>({ max: CACHE_SIZE });

/** Shapes a text, without what cannot be printed of it. */
export function typeset(text: string, style: FontStyle): TypesetText {
  const key = `${style} ${text}`;
  const known = cache.get(key);
  if (known) return known;
  const divided = runsOf(printable(text, style), style);
  const runs = divided.map(({ font, text: part, isRightToLeft }) => {
    const clusters = shape(part, font, isRightToLeft);
    return { font, clusters, width: clusters.reduce((sum, { advance }) => sum + advance, 0) / font.unitsPerEm };
  });
  const rightToLeft = divided.find((run) => run.isRightToLeft && run.font.script.language !== ENGLISH);
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  const typesetText = { runs, width, rightToLeft: rightToLeft?.font.script.language ?? null };
  cache.set(key, typesetText);
  return typesetText;
}
