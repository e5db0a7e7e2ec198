/**
 * The fonts of invoices: the shop's own, and a fallback for each script of India, because people write their names and addresses in all of
 * them. A font is read when a text first needs it, and cached.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font, type GlyphRun } from "fontkit";
import { LRUCache } from "lru-cache";
import { unpackWoff } from "./woff.ts";

export type FontStyle = "regular" | "strong" | "display";

const OWN_FONTS: Readonly<Record<FontStyle, readonly [string, string]>> = {
  // The rupee sign is in latin-ext.
  regular: ["figtree/files/figtree-latin-400-normal.woff", "figtree/files/figtree-latin-ext-400-normal.woff"],
  strong: ["figtree/files/figtree-latin-600-normal.woff", "figtree/files/figtree-latin-ext-600-normal.woff"],
  display: ["fraunces/files/fraunces-latin-600-normal.woff", "fraunces/files/fraunces-latin-ext-600-normal.woff"],
};

const noto = (script: string) => `noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff`;
/** Gurmukhi, Telugu and Malayalam use other families: fontkit cannot place the marks of Noto's. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script_Extensions=Devanagari}/u, noto("devanagari")],
  [/\p{Script_Extensions=Bengali}/u, noto("bengali")],
  [/\p{Script_Extensions=Gurmukhi}/u, "mukta-mahee/files/mukta-mahee-gurmukhi-400-normal.woff"],
  [/\p{Script_Extensions=Gujarati}/u, noto("gujarati")],
  [/\p{Script_Extensions=Oriya}/u, noto("oriya")],
  [/\p{Script_Extensions=Tamil}/u, noto("tamil")],
  [/\p{Script_Extensions=Telugu}/u, "hind-guntur/files/hind-guntur-telugu-400-normal.woff"],
  [/\p{Script_Extensions=Kannada}/u, noto("kannada")],
  [/\p{Script_Extensions=Malayalam}/u, "manjari/files/manjari-malayalam-400-normal.woff"],
];
/** Replaces a character that no font has. */
const UNKNOWN = "?";
/** Digits of equal width, so that columns of numbers align. */
export const FEATURES: ["tnum"] = ["tnum"];
const WITHOUT_MARKS = { tnum: true, mark: false, mkmk: false, abvm: false, blwm: false };
/** How many shaped texts are cached: labels and titles repeat, and shaping is slow. */
const CACHE_SIZE = 2000;
/** How many subsets of a font are cached. */
const SUBSETS = 20;
/** The characters of most documents. Each document embeds them in this order, so that most embed the same subset of a font. */
const FREQUENT = "0123456789 ,.-/:()%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A run of text in one font. */
export interface Run {
  fontName: string;
  font: Font;
  /** Characters that a document embeds even without using them. */
  frequent: string;
  text: string;
  /** Width in units of the font size. */
  width: number;
}

export interface TypesetText {
  runs: readonly Run[];
  width: number;
}

const cache = new LRUCache<string, TypesetText>({ max: CACHE_SIZE });

/** Splits a text into runs by the fonts that have its characters. A character that no font can draw becomes a question mark. */
export function typeset(text: string, style: FontStyle): TypesetText {
  const key = `${style} ${text}`;
  const known = cache.get(key);
  if (known) return known;
  const runs = splitByFont(printable(text), style).map((part) => ({
    ...part,
    width: part.font.layout(part.text, FEATURES).advanceWidth / part.font.unitsPerEm,
  }));
  const set = { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
  cache.set(key, set);
  return set;
}

/** Removes characters without a glyph: control characters and direction marks. The joiners of Indian scripts stay. */
function printable(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/(?!\p{Join_Control})\p{Cf}/gu, "");
}

type Part = Omit<Run, "width">;

function splitByFont(text: string, style: FontStyle): Part[] {
  const parts: Part[] = [];
  for (const character of text) {
    const last = parts.at(-1);
    const own = last && canContinueIn(last, character) ? last : fontFor(character, style);
    const { fontName, font, frequent } = own ?? open(OWN_FONTS[style][0]);
    const shown = own ? character : UNKNOWN;
    if (last?.fontName === fontName) last.text += shown;
    else parts.push({ fontName, font, frequent, text: shown });
  }
  return parts.map((part) =>
    hasGlyphs(part) ? part : { ...open(OWN_FONTS[style][0]), text: part.text.replace(/\S/gu, UNKNOWN) },
  );
}

/** Whether a character belongs to the run of the letters before it: a mark, joiner or space. */
function canContinueIn({ font }: Part, character: string): boolean {
  return /\p{M}|\p{Join_Control}| /u.test(character) && has(font, character);
}

function fontFor(character: string, style: FontStyle): Omit<Part, "text"> | null {
  for (const file of OWN_FONTS[style]) if (has(open(file).font, character)) return open(file);
  for (const [script, file] of SCRIPTS)
    if (script.test(character) && has(open(file).font, character)) return open(file);
  return null;
}

const has = (font: Font, character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** Whether fontkit can draw the text. It fails on some texts, and the invoice must be drawn nevertheless. */
function hasGlyphs({ font, text }: Part): boolean {
  try {
    font.layout(text, FEATURES);
    return true;
  } catch {
    return false;
  }
}

const resolve = createRequire(import.meta.url).resolve;
const opened = new Map<string, Omit<Part, "text">>();

function open(file: string): Omit<Part, "text"> {
  const known = opened.get(file);
  if (known) return known;
  const font = create(unpackWoff(readFileSync(resolve(`@fontsource/${file}`)))) as Font;
  rememberLayouts(font);
  rememberSubsets(font);
  const isBody = file === OWN_FONTS.regular[0] || file === OWN_FONTS.strong[0];
  const entry = { fontName: file, font, frequent: isBody ? FREQUENT : "" };
  opened.set(file, entry);
  return entry;
}

/** Caches shaped texts: a text is measured first and drawn later. */
function rememberLayouts(font: Font): void {
  const layout = font.layout.bind(font);
  const shape = (text: string) => {
    try {
      return layout(text, FEATURES);
    } catch {
      // Without mark positioning, if it fails on a mark.
      return layout(text, WITHOUT_MARKS);
    }
  };
  const layouts = new LRUCache<string, GlyphRun>({ max: CACHE_SIZE });
  font.layout = (text) => {
    const known = layouts.get(text);
    const run = known ?? shape(text);
    if (!known) layouts.set(text, run);
    // PDFKit scales the positions in place.
    const positions = run.positions.map((position) => ({ ...position }));
    return { glyphs: run.glyphs, positions, advanceWidth: run.advanceWidth } as GlyphRun;
  };
}

/** Caches encoded subsets, because encoding them takes a third of the time of a document. */
function rememberSubsets(font: Font): void {
  const createSubset = font.createSubset.bind(font);
  const encoded = new LRUCache<string, Uint8Array>({ max: SUBSETS });
  font.createSubset = () => {
    const subset = createSubset();
    const encode = subset.encode.bind(subset);
    subset.encode = () => {
      // The ids of the glyphs; the type omits them.
      const key = (subset as unknown as { glyphs: number[] }).glyphs.join();
      const bytes = encoded.get(key) ?? encode();
      encoded.set(key, bytes);
      return bytes;
    };
    return subset;
  };
}
